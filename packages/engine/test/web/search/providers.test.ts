import { expect, test } from 'vitest'
import type { SearchProvider } from '#web/search/provider.ts'
import { openProvider } from '#web/search/registry.ts'
import { memoryLibrary } from '../../memory-library.ts'
import { type Reply, scriptedService } from './scripted-web.ts'

const userAgent = 'deep-research-test'
const request = {
  query: 'how old do corals get',
  limit: 10,
  language: 'en',
  held: memoryLibrary([]),
  signal: new AbortController().signal,
}
const url = 'https://reef.example/corals'

const FIELDS = 'title=headline,text=body.plain,url=url,date=date,authors=authors'

/** Each provider, what it says when it has found one page, and what when it has found none. */
const PROVIDERS: Record<string, { make: (base: string) => SearchProvider; found: unknown; none: unknown }> = {
  tavily: {
    make: (baseUrl) => openProvider({ name: 'tavily', apiKey: 'tvly-key', baseUrl }, userAgent),
    found: {
      query: 'how old do corals get',
      answer: null,
      images: [],
      results: [{ title: 'Corals', url, content: 'Corals get old.', score: 0.91, raw_content: null }],
      response_time: 1.09,
      request_id: 'r1',
    },
    none: { query: 'q', results: [], response_time: 0.4 },
  },
  brave: {
    make: (baseUrl) => openProvider({ name: 'brave', apiKey: 'brave-key', baseUrl }, userAgent),
    found: {
      type: 'search',
      query: { original: 'how old do corals get', more_results_available: false },
      web: {
        type: 'search',
        results: [
          {
            type: 'search_result',
            title: 'Corals',
            url,
            description: '<strong>Corals</strong> get old.',
            page_age: '2021-03-04T00:00:00',
            language: 'en',
          },
        ],
      },
    },
    none: { type: 'search', query: { original: 'q' } },
  },
  exa: {
    make: (baseUrl) => openProvider({ name: 'exa', apiKey: 'exa-key', baseUrl }, userAgent),
    found: {
      requestId: 'r1',
      resolvedSearchType: 'neural',
      results: [
        {
          id: url,
          title: 'Corals',
          url,
          publishedDate: '2021-03-04T00:00:00.000Z',
          author: 'Ida Berg',
          text: 'Corals get old.',
        },
      ],
      costDollars: { total: 0.005 },
    },
    none: { requestId: 'r2', results: [] },
  },
  opensearch: {
    make: (base) =>
      openProvider(
        { name: 'opensearch', url: `${base.replace('//', '//ada:p%40ss@')}/`, index: 'reef', fields: FIELDS },
        userAgent,
      ),
    found: {
      took: 3,
      timed_out: false,
      _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
      hits: {
        total: { value: 1, relation: 'eq' },
        max_score: 2.1,
        hits: [
          {
            _index: 'reef',
            _id: 'a/1',
            _score: 2.1,
            _source: {
              headline: 'Corals',
              body: { plain: 'Corals get old.' },
              url,
              date: '2021-03-04',
              authors: ['Ida Berg'],
              deep_research: { entry: '0:corals.md', source_type: 'paper', publisher: 'Reef Press' },
            },
          },
        ],
      },
    },
    none: { took: 1, timed_out: false, hits: { total: { value: 0, relation: 'eq' }, max_score: null, hits: [] } },
  },
  searxng: {
    make: (base) => openProvider({ name: 'searxng', url: `${base}/` }, userAgent),
    found: {
      query: 'how old do corals get',
      number_of_results: 0,
      results: [
        {
          url,
          title: 'Corals',
          content: 'Corals get old.',
          engine: 'duckduckgo',
          score: 1,
          category: 'general',
          publishedDate: null,
        },
      ],
      answers: [],
      suggestions: [],
      unresponsive_engines: [['google', 'CAPTCHA']],
    },
    none: { query: 'q', results: [], unresponsive_engines: [] },
  },
  wikipedia: {
    make: (base) => openProvider({ name: 'wikipedia', site: () => base }, userAgent),
    found: {
      batchcomplete: true,
      query: {
        searchinfo: { totalhits: 1 },
        search: [
          {
            ns: 0,
            title: 'Coral reef',
            pageid: 1,
            snippet: '<span class="searchmatch">Corals</span> get &quot;old&quot;.',
            timestamp: '2021-03-04T00:00:00Z',
          },
        ],
      },
    },
    none: { batchcomplete: true, query: { searchinfo: { totalhits: 0 }, search: [] } },
  },
}

const NAMES = Object.keys(PROVIDERS)

async function serve(name: string, reply: (found: unknown, none: unknown, count: number) => Reply) {
  const { make, found, none } = PROVIDERS[name] ?? {
    make: () => {
      throw new Error(name)
    },
    found: 0,
    none: 0,
  }
  const service = await scriptedService((_asked, count) => reply(found, none, count))
  return { ...service, provider: make(service.url) }
}

test.each(NAMES)('%s: hits with title, address and plain snippet', async (name) => {
  const { provider, asked } = await serve(name, (found) => ({ json: found }))
  const [hit, ...rest] = await provider.search(request)
  expect(rest).toEqual([])
  expect(hit?.title).toMatch(/^Coral/)
  expect(hit?.snippet).toMatch(/^Corals get "?old"?\.$/)
  expect(hit?.url).toBe(name === 'wikipedia' ? expect.stringMatching(/\/wiki\/Coral_reef$/) && hit?.url : url)
  expect(asked).toHaveLength(1)
})

test('each sends its key where the service looks for it, and the query', async () => {
  const sent = async (name: string) => {
    const { provider, asked } = await serve(name, (found) => ({ json: found }))
    await provider.search(request)
    return asked[0]
  }
  const bodyQuery = { method: 'POST', body: { query: request.query } }
  expect(await sent('tavily')).toMatchObject({ ...bodyQuery, headers: { authorization: 'Bearer tvly-key' } })
  expect(await sent('exa')).toMatchObject({ ...bodyQuery, headers: { 'x-api-key': 'exa-key' } })
  expect(await sent('brave')).toMatchObject({ method: 'GET', headers: { 'x-subscription-token': 'brave-key' } })
  const parameters = async (name: string) => Object.fromEntries((await sent(name))?.url.searchParams ?? [])
  expect(await parameters('brave')).toMatchObject({ q: request.query, count: '10' })
  expect(await parameters('searxng')).toMatchObject({ q: request.query, format: 'json' })
  expect(await parameters('wikipedia')).toMatchObject({ srsearch: request.query, list: 'search', format: 'json' })
})

test('tavily and exa are told which hosts are wanted', async () => {
  const sent = async (name: string, hosts: { allow?: string[]; deny?: string[] }) => {
    const { provider, asked } = await serve(name, (found) => ({ json: found }))
    await provider.search({ ...request, hosts })
    return asked[0]?.body
  }
  const [allow, deny] = [['reef.example'], ['forum.example']]
  expect(await sent('tavily', { allow, deny })).toMatchObject({ include_domains: allow, exclude_domains: deny })
  expect(await sent('exa', { allow, deny })).toMatchObject({ includeDomains: allow })
  expect(await sent('exa', { deny })).toMatchObject({ excludeDomains: deny })
  for (const name of ['tavily', 'exa']) expect(JSON.stringify(await sent(name, {}))).not.toMatch(/domains/i)
})

test('opensearch gives whole documents, whatever their fields are called, an address to those without one, and none without a text', async () => {
  const { provider, asked } = await serve('opensearch', (found) => ({ json: found }))
  const [hit] = await provider.search(request)
  expect(hit?.document).toEqual({
    url,
    title: 'Corals',
    text: 'Corals get old.',
    sourceType: 'paper',
    authors: ['Ida Berg'],
    date: '2021-03-04',
    year: 2021,
    publisher: 'Reef Press',
  })
  expect(asked[0]).toMatchObject({
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('ada:p@ss').toString('base64')}` },
    body: { size: 10, query: { multi_match: { query: request.query, fields: ['headline^2', 'body.plain'] } } },
  })
  expect(asked[0]?.url.pathname).toBe('/reef/_search')
  const bare = (source: object) => ({ hits: { hits: [{ _id: 'a/1', _source: source }] } })
  const { provider: sparse } = await serve('opensearch', (_found, _none, count) => ({
    json: bare(
      [{ 'body.plain': 'Corals.', date: '1932', authors: 'Bo' }, { headline: 'Nothing' }, { body: 7 }][count - 1] ?? {},
    ),
  }))
  const [one] = await sparse.search(request)
  expect(one?.document).toEqual({
    url: 'urn:index:reef:a%2F1',
    title: '',
    text: 'Corals.',
    sourceType: 'document',
    authors: ['Bo'],
    year: 1932,
  })
  for (let times = 0; times < 2; times += 1) {
    const message = expect.stringContaining('without a text in "body.plain"; check OPENSEARCH_FIELDS')
    await expect(sparse.search(request)).rejects.toMatchObject({ reason: 'format', message })
  }
})

test.each(NAMES)('%s: nothing found is an empty list', async (name) => {
  const { provider } = await serve(name, (_found, none) => ({ json: none }))
  expect(await provider.search(request)).toEqual([])
})

test.each(NAMES.flatMap((name) => [401, 403].map((status) => [name, status] as const)))(
  '%s: %i is about the key, told without it, and not tried again',
  async (name, status) => {
    const { provider, asked } = await serve(name, () => ({ status, json: { error: 'no' } }))
    const error = await provider.search(request).catch((reason) => reason)
    expect(error).toMatchObject({ reason: 'key' })
    expect(error.message).not.toMatch(/tvly-key|brave-key|exa-key|p@ss/)
    expect(asked).toHaveLength(1)
  },
)

test.each(NAMES)('%s: 429 is tried once more after the time asked for, 500 and a cut connection too', async (name) => {
  const replies: Reply[] = [
    { status: 429, headers: { 'retry-after': '0' }, json: {} },
    { status: 500, json: {} },
    'cut',
  ]
  for (const first of replies) {
    const { provider, asked } = await serve(name, (found, _none, count) => (count === 1 ? first : { json: found }))
    expect(await provider.search(request)).toHaveLength(1)
    expect(asked).toHaveLength(2)
  }
})

test.each(NAMES)('%s: a service that asks for more patience than is worth it is left', async (name) => {
  const { provider, asked } = await serve(name, () => ({ status: 429, headers: { 'retry-after': '60' }, json: {} }))
  await expect(provider.search(request)).rejects.toMatchObject({ reason: 'quota', retryAfter: 60_000 })
  expect(asked).toHaveLength(1)
})

test.each(NAMES)('%s: another format, and a redirect, are failures', async (name) => {
  for (const reply of [{ text: '<html>login</html>' }, { json: { results: 'none', web: 1, query: 2 } }]) {
    const { provider } = await serve(name, () => reply)
    await expect(provider.search(request)).rejects.toMatchObject({ reason: 'format' })
  }
  const { provider, asked } = await serve(name, () => ({
    status: 302,
    headers: { location: 'http://127.0.0.1:1/' },
    json: {},
  }))
  await expect(provider.search(request)).rejects.toMatchObject({ reason: 'status' })
  expect(asked).toHaveLength(1)
})

test('a silent service is left after its time, and the caller\u2019s abort is told as it is', async () => {
  const { provider } = await serve('tavily', () => 'never')
  const controller = new AbortController()
  const searching = provider.search({ ...request, signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(searching).rejects.toThrow('enough')
})

test('SearXNG without results because its engines are down has failed', async () => {
  const service = await scriptedService(() => ({
    json: { results: [], unresponsive_engines: [['google', 'timeout']] },
  }))
  await expect(openProvider({ name: 'searxng', url: service.url }, userAgent).search(request)).rejects.toMatchObject({
    reason: 'unreachable',
  })
})

test('Wikipedia is asked in the language of the question, without operators', async () => {
  const service = await scriptedService(() => ({ json: PROVIDERS['wikipedia']?.none }))
  const sites: string[] = []
  const site = (language: string) => {
    sites.push(language)
    return service.url
  }
  const { search } = openProvider({ name: 'wikipedia', site }, userAgent)
  await search({ ...request, language: 'de', query: 'insource:/x/ "Korallen" wie alt?' })
  await search({ ...request, language: 'evil.example/' })
  expect(sites).toEqual(['de', 'en'])
  expect(service.asked[0]?.url.searchParams.get('srsearch')).toBe('insource x Korallen wie alt')
})
