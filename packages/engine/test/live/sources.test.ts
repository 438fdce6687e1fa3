import { expect, test } from 'vitest'
import type { EngineEvent } from '../../src/types.ts'
import { memoryLibrary } from '../memory-library.ts'
import { taskOf } from '../model/scripted-mind.ts'
import { loopbackWeb } from '../web/fetch/loopback-web.ts'
import { modelFor, run, SHELF } from './support.ts'
import { PAGES, RESULTS, surfer } from './surf.ts'

const BORN = { query: 'Where was the engineer who designed the Harbour Bridge born?', level: 'high' } as const

const FILLER = 'The people of the town tell this to all who come by sea, and have told it for long. '.repeat(4)
const page = (title: string, text: string, meta = '') => `<title>${title}</title>${meta}<p>${text} ${FILLER}</p>`

const fetchedIn = (events: readonly EngineEvent[]) =>
  events.flatMap((event) =>
    event.type === 'tool_call.started' && event.call.name === 'fetch' ? [String(event.call.arguments['url'])] : [],
  )

test('hosts that are left out are neither read nor cited, in the whole of a run', async () => {
  const { model } = await modelFor()
  for (const hosts of [{ deny: ['people.example'] }, { allow: ['harbour.example'] }]) {
    const { engine, asked } = await surfer({ model, hosts })
    const { result, events } = await run(engine, BORN)
    expect(asked.every((key) => key.startsWith('harbour.example'))).toBe(true)
    expect(fetchedIn(events).length).toBeGreaterThan(0)
    expect(JSON.stringify(events)).not.toContain('people.example')
    expect(result.sources_summary.map(({ source }) => URL.parse(source.url)?.hostname)).toEqual(['harbour.example'])
  }
})

test('nor are they by way of another host, and no excerpt of such a page is shown', async () => {
  const web = await loopbackWeb((request, response) => {
    if (request.headers.host === 'harbour.example' && request.url === '/bridge')
      response.writeHead(302, { location: 'http://people.example/olsen' }).end()
    else response.writeHead(404).end()
  })
  const snippet = 'The Harbour Bridge was designed by Mira Olsen and opened in 1932, says the register of bridges.'
  const { engine } = await surfer({
    hosts: { deny: ['people.example'] },
    results: [{ url: 'http://harbour.example/bridge', title: 'Register', content: snippet }],
    reach: { resolve: web.options.resolve, dial: web.options.dial },
  })
  const { result, events } = await run(engine)
  expect(result.citations).toEqual([])
  const ended = events.find((event) => event.type === 'tool_call.completed' && event.call.name === 'fetch')
  expect(ended).toMatchObject({ call: { error: { message: 'the page is of a host that is left out here' } } })
})

test('a run reads no more than so many pages of one host, each of which is told', async () => {
  const { model } = await modelFor()
  let made = 0
  const pages: Record<string, string> = { ...PAGES }
  // Another two pages of the same host for each search.
  const results = () => [
    ...RESULTS,
    ...[0, 1].map(() => {
      made += 1
      pages[`many.example/${made}`] = page(`Olsen ${made}`, `Mira Olsen drew bridge number ${made} of the harbour.`)
      return { url: `http://www.many.example/${made}`, title: `Olsen ${made}`, content: 'An engineer.' }
    }),
  ]
  const { engine, asked } = await surfer({ model, results, pages, pagesAHost: 3 })
  const { events } = await run(engine, BORN)
  expect(made).toBeGreaterThan(6)
  const ofMany = fetchedIn(events).filter((url) => url.includes('many.example'))
  expect(ofMany).toHaveLength(3)
  const read = asked.filter((key) => !key.endsWith('/robots.txt'))
  expect(
    fetchedIn(events)
      .map((url) => url.replace(/^http:\/\/|\?.*/g, ''))
      .sort(),
  ).toEqual(read.sort())
})

test('of two that are the same the earlier one is cited, whichever was found first', async () => {
  const text = 'The Harbour Bridge was designed by Mira Olsen. It opened in 1932 after eight years of work.'
  const pages = {
    'copy.example/bridge': page('Harbour Bridge', text, '<meta name="date" content="1960-05-01">'),
    'origin.example/bridge': page('Harbour Bridge', text, '<meta name="date" content="1951-03-02">'),
  }
  const results = ['copy', 'origin'].map((host) => ({ url: `http://${host}.example/bridge`, title: host, content: '' }))
  for (const order of [results, results.toReversed()]) {
    const { engine } = await surfer({ pages, results: order })
    const { result } = await run(engine)
    expect(result.sources_summary.map(({ source }) => source.url)).toEqual(['http://origin.example/bridge'])
  }
})

test('the date that a search service gives is that of a page without one', async () => {
  const pages = Object.fromEntries(
    [1950, 1975, 2001].map((year) => [
      `y${year}.example/x`,
      page(`Count of ${year}`, `The Harbour Bridge carried ${year + 7} carts a day by the latest count.`),
    ]),
  )
  const results = [1950, 2001, 1975].map((year) => ({
    ...{ url: `http://y${year}.example/x`, title: `Count of ${year}`, content: '', publishedDate: `${year}-04-05` },
  }))
  const plan = JSON.stringify({
    questions: [{ question: 'What is the latest count of carts?', queries: ['latest count carts'] }],
  })
  const { server, model } = await modelFor({ reply: (given) => (taskOf(given) === 'plan' ? plan : undefined) })
  const query = 'What is the latest count of carts that the Harbour Bridge carried?'
  await run((await surfer({ model, pages, results })).engine, { query, level: 'high' })
  const shown = server.calls.find(({ task }) => task === 'notes')?.given.lines ?? []
  expect(shown).toContainEqual(expect.objectContaining({ source: 'Count of 2001', date: '2001-04-05' }))
})

test('a folder and the web are searched in one run, and cited in one answer', async () => {
  const { model } = await modelFor()
  const { service, web } = await surfer({ results: RESULTS.slice(0, 1) })
  const { engine } = await surfer({
    model,
    library: memoryLibrary(SHELF.filter(({ id }) => id === 'Mira Olsen')),
    search: [{ name: 'searxng', url: service.url }, { name: 'corpus' }],
    reach: { resolve: web.options.resolve, dial: web.options.dial },
  })
  const { result } = await run(engine, BORN)
  const hosts = result.sources_summary.map(({ source }) => URL.parse(source.url)?.hostname)
  expect(hosts).toContain('library.example')
  expect(hosts).toContain('harbour.example')
})
