import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalUrl } from '#web/search/canonical-url.ts'
import { clipQuery, createSearchChain } from '#web/search/chain.ts'
import { fuse } from '#web/search/fuse.ts'
import { SearchFailure, type SearchHit, type SearchProvider } from '#web/search/provider.ts'
import { memoryLibrary } from '../../memory-library.ts'

const { signal } = new AbortController()
const ask = { query: 'corals', language: 'en', held: memoryLibrary([]), signal }
const hit = (url: string, snippet = ''): SearchHit => ({ url, title: url, snippet })
const hits = (count: number, host: string) => Array.from({ length: count }, (_, i) => hit(`https://${host}/${i}`))

function provider(name: string, answers: (SearchHit[] | SearchFailure)[]): SearchProvider & { asked: string[] } {
  const asked: string[] = []
  return {
    name,
    longest: { characters: 20 },
    asked,
    async search({ query }) {
      asked.push(query)
      const answer = answers[Math.min(asked.length, answers.length) - 1] ?? []
      if (answer instanceof SearchFailure) throw answer
      return answer
    },
  }
}

test('the next provider is asked where the one before fails, is empty, or gives little', async () => {
  const down = provider('down', [new SearchFailure('timeout', 'late')])
  const empty = provider('empty', [[]])
  const little = provider('little', [hits(1, 'a.example')])
  const rich = provider('rich', [hits(5, 'b.example')])
  const unasked = provider('unasked', [hits(5, 'c.example')])
  const { hits: found, attempts } = await createSearchChain({ providers: [down, empty, little, rich, unasked] }).search(
    ask,
  )
  expect(found).toHaveLength(6)
  expect(attempts).toEqual([
    { provider: 'down', outcome: 'timeout', hits: 0 },
    { provider: 'empty', outcome: 'empty', hits: 0 },
    { provider: 'little', outcome: 'answered', hits: 1 },
    { provider: 'rich', outcome: 'answered', hits: 5 },
  ])
  expect(unasked.asked).toEqual([])
})

test('hits of hosts that are left out are none, and the next provider is asked; what is held stays', async () => {
  const own = { ...hit('https://left.example/own'), documentId: 'own' }
  const left = provider('left', [[...hits(5, 'left.example'), own]])
  const kept = provider('kept', [hits(5, 'kept.example')])
  const chain = createSearchChain({ providers: [left, kept], hosts: { deny: ['left.example'] } })
  const { hits: found, attempts } = await chain.search(ask)
  expect(attempts.map(({ hits }) => hits)).toEqual([1, 5])
  expect(found.filter(({ url }) => url.includes('left.example'))).toEqual([own])
})

test('what has no address of the web is of a provider of the operator, to which no host rule applies', async () => {
  const record = { url: 'urn:mcp:wiki:1', title: 'T', text: 'x', sourceType: 'document' }
  const own = { ...hit(record.url), record }
  const chain = createSearchChain({ providers: [provider('wiki', [[own]])], hosts: { allow: ['kept.example'] } })
  expect((await chain.search(ask)).hits).toEqual([own])
})

test('a provider that failed three times is left alone for a minute, then tried once', async () => {
  let time = 0
  const down = provider('down', [new SearchFailure('unreachable', 'gone')])
  const chain = createSearchChain({ providers: [down], now: () => time })
  for (let i = 0; i < 5; i += 1) await chain.search(ask)
  expect(down.asked).toHaveLength(3)
  expect(chain.states).toEqual([{ provider: 'down', asked: false }])
  time += 60_000
  expect(chain.states).toEqual([{ provider: 'down', asked: true }])
  await chain.search(ask)
  await chain.search(ask)
  expect(down.asked).toHaveLength(4)
})

test('a slow provider is left for the next one', async () => {
  const slow: SearchProvider = {
    name: 'slow',
    longest: { characters: 9 },
    search: ({ signal: own }) => new Promise((_, reject) => own.addEventListener('abort', () => reject(own.reason))),
  }
  const next = provider('next', [hits(5, 'a.example')])
  const { hits: found, attempts } = await createSearchChain({ providers: [slow, next], providerMs: 20 }).search(ask)
  expect(found).toHaveLength(5)
  expect(attempts.map(({ outcome }) => outcome)).toEqual(['timeout', 'answered'])
})

test('a provider that asks for patience is left alone that long', async () => {
  let time = 0
  const busy = provider('busy', [new SearchFailure('quota', 'too many', 30_000), hits(5, 'a.example')])
  const chain = createSearchChain({ providers: [busy], now: () => time })
  await chain.search(ask)
  await chain.search(ask)
  expect(busy.asked).toHaveLength(1)
  time += 30_000
  expect((await chain.search(ask)).hits).toHaveLength(5)
})

test('empty answers count half as much, and any answer makes up for all', async () => {
  const empty = provider('empty', [[]])
  const chain = createSearchChain({ providers: [empty], now: () => 0 })
  for (let i = 0; i < 9; i += 1) await chain.search(ask)
  expect(empty.asked).toHaveLength(6)
  const shaky = provider('shaky', [[], [], [], [], hits(1, 'a.example'), [], [], [], [], hits(1, 'a.example'), []])
  const other = createSearchChain({ providers: [shaky], now: () => 0 })
  for (let i = 0; i < 11; i += 1) await other.search(ask)
  expect(shaky.asked).toHaveLength(11)
})

test('an abort ends the chain, and is no failure of the provider', async () => {
  const controller = new AbortController()
  const slow: SearchProvider = {
    name: 'slow',
    longest: { characters: 9 },
    search: ({ signal: own }) => new Promise((_, reject) => own.addEventListener('abort', () => reject(own.reason))),
  }
  const next = provider('next', [hits(5, 'a.example')])
  const searching = createSearchChain({ providers: [slow, next] }).search({ ...ask, signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(searching).rejects.toThrow('enough')
  expect(next.asked).toEqual([])
})

test('queries are cut at a word to what the provider takes', async () => {
  const short = provider('short', [hits(5, 'a.example')])
  await createSearchChain({ providers: [short] }).search({ ...ask, query: 'how old do\ncorals of the deep get' })
  expect(short.asked).toEqual(['how old do corals of'])
  expect(clipQuery('a b c d', { characters: 99, words: 3 })).toBe('a b c')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 1, max: 40 }), (query, most) => {
      const clipped = clipQuery(query, { characters: most })
      expect(clipped.length).toBeLessThanOrEqual(most)
      expect(clipped.isWellFormed() || !query.isWellFormed()).toBe(true)
    }),
  )
})

test('fusion ranks by all lists, and takes copies for one', () => {
  const one = [hit('https://a.example/1'), hit('https://b.example/2'), hit('https://c.example/3')]
  const two = [hit('https://c.example/3?utm_source=x'), hit('http://www.a.example/1/'), hit('https://d.example/4')]
  expect(fuse([one, two]).map(({ url }) => url)).toEqual([
    'https://a.example/1',
    'https://c.example/3',
    'https://b.example/2',
    'https://d.example/4',
  ])
  const text = 'The same report of a news agency, printed word for word by many papers on the very same day.'
  const copies = ['https://x.example/', 'https://y.example/'].map((url) => ({ url, title: 'Report', snippet: text }))
  expect(fuse([copies])).toHaveLength(1)
})

test.each([
  ['HTTP://WWW.Reef.Example:80/corals/?utm_source=a&b=2&a=1#top', 'https://reef.example/corals?a=1&b=2'],
  ['https://m.reef.example/corals/amp', 'https://reef.example/corals'],
  ['https://en.m.wikipedia.org/wiki/Coral', 'https://en.wikipedia.org/wiki/Coral'],
  ['https://arxiv.org/pdf/1706.03762v5.pdf', 'https://arxiv.org/abs/1706.03762'],
  ['https://dx.doi.org/10.1000/ABC', 'https://doi.org/10.1000/abc'],
  ['https://reef.example/index.html', 'https://reef.example/'],
  ['https://m.example/', 'https://m.example/'],
  ['urn:corpus:a.md', 'urn:corpus:a.md'],
])('%s is %s', (address, canonical) => {
  expect(canonicalUrl(address)).toBe(canonical)
  expect(canonicalUrl(canonical)).toBe(canonical)
})

test('a provider that searches what the run holds is asked, however often it finds nothing', async () => {
  const held = { ...provider('held', [[]]), local: true }
  const chain = createSearchChain({ providers: [held] })
  for (let i = 0; i < 9; i += 1) await chain.search(ask)
  expect(held.asked).toHaveLength(9)
})
