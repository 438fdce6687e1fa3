import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPace, QUEUE } from '#web/search/pace.ts'
import { textOfInvertedIndex } from '#web/search/papers/inverted-index.ts'
import { isoDate, monthOf } from '#web/search/papers/iso-date.ts'
import { hitOfPaper } from '#web/search/papers/paper.ts'
import { readArticles } from '#web/search/papers/pubmed-articles.ts'
import { plainParagraphs } from '#web/search/plain-text.ts'
import { openProvider, type SearchSetting } from '#web/search/registry.ts'
import { memoryLibrary } from '../../memory-library.ts'
import { PAPER, RECORDED } from './recorded-papers.ts'
import { type Asked, type Reply, scriptedService } from './scripted-web.ts'

const userAgent = 'deep-research-test (mailto:lab@reef.example)'
const request = {
  query: 'How fast do cold-water corals grow?',
  limit: 10,
  language: 'en',
  held: memoryLibrary([]),
  signal: new AbortController().signal,
}
const NAMES = Object.keys(RECORDED)
/** A service asks for patience; a test has none. */
const atOnce = () => async () => {}

async function serve(name: string, reply: (asked: Asked, count: number) => Reply) {
  const service = await scriptedService(reply)
  const setting = { name, baseUrl: service.url, apiKey: 'catalogue-key' } as SearchSetting
  return { ...service, provider: openProvider(setting, userAgent, atOnce) }
}
const recorded = (name: string) => {
  const { reply, ...own } = RECORDED[name] ?? expect.fail(name)
  return { ...own, found: (asked: Asked) => reply(asked, [PAPER]), none: (asked: Asked) => reply(asked, []) }
}

test.each(NAMES)('%s: a paper with all that the catalogue knows of it', async (name) => {
  const { found, ...own } = recorded(name)
  const { provider } = await serve(name, found)
  const [hit, ...rest] = await provider.search(request)
  expect(rest).toEqual([])
  const doi = own.doi ?? PAPER.doi
  const url = own.url ?? `https://doi.org/${doi}`
  const venue = own.venue ?? PAPER.venue
  expect(hit).toMatchObject({
    url,
    title: expect.stringMatching(/^Slow growth of cold-water corals in Nordic fjords\.?$/),
  })
  expect(hit?.fullText).toBe(own.fullText)
  expect(hit?.record).toMatchObject({
    ...{ url, doi, sourceType: 'paper', publisher: venue, authors: PAPER.authors },
    ...{ date: PAPER.date, year: 2019 },
  })
  const { text = '', blocks = [] } = hit?.record ?? {}
  expect(text).toContain(PAPER.abstract)
  const paragraphs = blocks.map(({ start, end }) => text.slice(start, end))
  expect(paragraphs.at(-1)).toBe(
    `Ida Berg, Ole Lind: Slow growth of cold-water corals in Nordic fjords, ${venue}, 2019, doi:${doi}`,
  )
  expect(text).toBe(paragraphs.join('\n\n'))
})

test.each(NAMES)('%s: nothing found is an empty list', async (name) => {
  const { provider } = await serve(name, recorded(name).none)
  expect(await provider.search(request)).toEqual([])
})

test.each(NAMES)('%s: 429 is tried once more after the time asked for, and left where that is long', async (name) => {
  const { found } = recorded(name)
  const soon = await serve(name, (asked, count) =>
    count === 1 ? { status: 429, headers: { 'retry-after': '0' }, json: {} } : found(asked),
  )
  expect(await soon.provider.search(request)).toHaveLength(1)
  const late = await serve(name, () => ({ status: 429, headers: { 'retry-after': '60' }, json: {} }))
  await expect(late.provider.search(request)).rejects.toMatchObject({ reason: 'quota', retryAfter: 60_000 })
  expect(late.asked).toHaveLength(1)
})

test.each(NAMES)('%s: what is in another format, or breaks off, is a failure that names no key', async (name) => {
  const replies: Reply[] = [
    { text: '<html>login</html>' },
    { text: '{"results":[{' },
    { json: { message: 7, total: 'x' } },
  ]
  for (const reply of replies) {
    const { provider } = await serve(name, () => reply)
    const failure = await provider.search(request).catch((error: unknown) => error)
    expect(failure).toMatchObject({ reason: 'format', message: 'sent an unexpected response' })
  }
  const { provider } = await serve(name, () => ({ status: 403, json: {} }))
  const failure = await provider.search(request).catch((error: unknown) => error)
  expect(failure).toMatchObject({ reason: 'key' })
  expect(String(failure)).not.toContain('catalogue-key')
})

test('each is asked in its own words, says who asks, and gets its key where it looks for it', async () => {
  const sent = async (name: string) => {
    const { provider, asked } = await serve(name, recorded(name).found)
    await provider.search(request)
    expect(asked.map(({ headers }) => headers['user-agent'])).toEqual(asked.map(() => userAgent))
    return asked.map(({ url, headers }) => ({ ...Object.fromEntries(url.searchParams), key: headers['x-api-key'] }))
  }
  const any = 'fast OR cold OR water OR corals OR grow'
  const mail = 'lab@reef.example'
  expect(await sent('arxiv')).toMatchObject([
    { search_query: any.replace(/\w+(?= OR|$)/g, 'all:$&'), max_results: '10' },
  ])
  expect(await sent('openalex')).toMatchObject([{ search: any, mailto: mail, api_key: 'catalogue-key' }])
  expect(await sent('crossref')).toMatchObject([{ 'query.bibliographic': request.query, rows: '10', mailto: mail }])
  const ncbi = { db: 'pubmed', tool: 'deep-research', email: mail, api_key: 'catalogue-key' }
  expect(await sent('pubmed')).toMatchObject([
    { ...ncbi, term: any, retmax: '10', sort: 'relevance' },
    { ...ncbi, id: '99000007', retmode: 'xml' },
  ])
  expect(await sent('semantic-scholar')).toMatchObject([{ query: 'fast cold water corals grow', key: 'catalogue-key' }])
  expect(await sent('europe-pmc')).toMatchObject([{ query: any, resultType: 'core', format: 'json' }])
})

test('no service is asked more often than it asks for, and of too many searches the last are not made', async () => {
  let time = 0
  const waits: number[] = []
  const pace = createPace(3_000, {
    now: () => time,
    wait: async (ms) => {
      waits.push(ms)
    },
  })
  const { signal } = request
  for (let at = 0; at <= QUEUE; at += 1) await pace(signal)
  expect(waits).toEqual([3_000, 6_000, 9_000, 12_000, 15_000])
  await expect(pace(signal)).rejects.toMatchObject({ reason: 'quota', retryAfter: 18_000 })
  time = 60_000
  await pace(signal)
  expect(waits).toHaveLength(QUEUE)
  await expect(pace(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
})

test('those that ask for patience wait for their turn before every request', async () => {
  const counts: Record<string, number> = {}
  for (const name of NAMES) {
    const service = await scriptedService(recorded(name).found)
    let turns = 0
    const makePace = () => async () => {
      turns += 1
    }
    await openProvider({ name, baseUrl: service.url } as SearchSetting, userAgent, makePace).search(request)
    counts[name] = turns
  }
  expect(counts).toEqual({ arxiv: 1, openalex: 0, crossref: 1, pubmed: 2, 'semantic-scholar': 1, 'europe-pmc': 0 })
})

test('an error that arXiv tells as an entry is no paper', async () => {
  const { provider } = await serve('arxiv', () => ({
    text: '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/api/errors#x</id><title>Error</title><summary>incorrect id format</summary></entry></feed>',
  }))
  expect(await provider.search(request)).toEqual([])
})

test('a paper without an abstract is read where it is shown, and one without a DOI cited by that', () => {
  const bare = hitOfPaper({ title: 'On <b>', page: 'https://catalogue.example/7', doi: 'none', authors: [null, ' '] })
  expect(bare).toEqual({
    url: 'https://catalogue.example/7',
    title: 'On <b>',
    snippet: '',
    fullText: 'https://catalogue.example/7',
    record: {
      ...{ url: 'https://catalogue.example/7', title: 'On <b>', sourceType: 'paper', text: 'On <b>' },
      blocks: [{ start: 0, end: 6, kind: 'paragraph', path: [] }],
    },
  })
})

test('the parts of an abstract keep their labels, groups their names, and months of any form their numbers', () => {
  const [paper] = readArticles(`<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article>
    <Journal><JournalIssue><PubDate><MedlineDate>1998 Dec-1999 Jan</MedlineDate></PubDate></JournalIssue></Journal>
    <Abstract><AbstractText Label="AIM">To see.</AbstractText><AbstractText Label="RESULT">We saw H<sub>2</sub>O.</AbstractText></Abstract>
    <AuthorList><Author><CollectiveName>The Reef Group</CollectiveName></Author></AuthorList>
    </Article></MedlineCitation></PubmedArticle></PubmedArticleSet>`)
  expect(paper).toMatchObject({
    abstract: 'AIM: To see.\nRESULT: We saw H2O.',
    authors: ['The Reef Group'],
    date: '1998',
    page: 'https://pubmed.ncbi.nlm.nih.gov/1/',
  })
  expect([monthOf('Sep'), monthOf('09'), monthOf('Spring')]).toEqual([9, 9, 0])
  expect([isoDate([2019, 0, 3]), isoDate([2019, 2, 3]), isoDate([null]), isoDate([])]).toEqual([
    '2019',
    '2019-02-03',
    '',
    '',
  ])
})

test('markup of publishers becomes paragraphs without tags', () => {
  const jats =
    '<jats:sec><jats:title>Aim</jats:title><jats:p>To see &amp; tell:\n x &lt; 5.</jats:p></jats:sec><jats:p>Done.</jats:p>'
  expect(plainParagraphs(jats)).toBe('Aim\nTo see & tell: x < 5.\nDone.')
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(plainParagraphs(text)).not.toMatch(/^\s|\s$|\n\n|\t/)
    }),
  )
})

test('an abstract comes back from the places of its words, and places that are none do no harm', () => {
  const word = fc.stringMatching(/^[\p{L}.,-]{1,8}$/u).filter((each) => each !== '__proto__')
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), (words) => {
      const index = new Map<string, number[]>()
      for (const [place, each] of words.entries()) index.set(each, [...(index.get(each) ?? []), place])
      expect(textOfInvertedIndex(Object.fromEntries(index))).toBe(words.join(' '))
    }),
  )
  expect(textOfInvertedIndex({ far: [1e9], half: [0.5], low: [-1], here: [3] })).toBe('here')
})

test('the blocks of any paper hold all of its text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 50 }), (abstract, title) => {
      const { record } = hitOfPaper({ abstract, title, page: 'https://catalogue.example/7' })
      const { text = '', blocks = [] } = record ?? {}
      expect(blocks.map(({ start, end }) => text.slice(start, end)).join('\n\n')).toBe(text)
    }),
  )
})
