import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cosine, quantise } from '#corpus/index/quantised.ts'
import type { Embedder } from '../../src/types.ts'
import { draft, handSource, opened, temporaryFolder } from './support.ts'

/** Vectors of two dimensions for the words in a text, and which texts were asked for. */
function embedderOf(direction: (text: string) => readonly number[], name = 'm') {
  const asked: string[] = []
  const embedder: Embedder = {
    name,
    async embed(texts, _use, signal) {
      signal.throwIfAborted()
      asked.push(...texts)
      return texts.map((text) => Float32Array.from(direction(text)))
    },
  }
  return { embedder, asked }
}

const compass = (text: string) => [text.includes('north') ? 1 : 0.1, text.includes('east') ? 1 : -0.3]
const entries = () => ({
  a: [draft('North', 'It lies to the north.'), draft('East', 'It lies to the east.')],
  b: [draft('Nowhere', 'It lies nowhere.')],
})

test('each passage gets a vector once, under its title, and is found by it', async () => {
  const indexFile = join(temporaryFolder(), 'index.db')
  const hand = handSource(entries())
  const first = embedderOf(compass)
  const progress: unknown[] = []
  const corpus = await opened([hand.source], {
    indexFile,
    embedder: first.embedder,
    onVectors: (state) => progress.push(state),
  })
  await corpus.embed()
  expect(first.asked.sort()).toEqual([
    'East\nIt lies to the east.',
    'North\nIt lies to the north.',
    'Nowhere\nIt lies nowhere.',
  ])
  expect(progress).toEqual([{ done: 3, total: 3 }])
  const titles = (x: number, y: number, filter = {}) =>
    corpus.nearest(Float32Array.of(x, y), 2, filter).map(({ documentId }) => corpus.document(documentId).title)
  expect(titles(1, -0.3)).toEqual(['North', 'Nowhere'])
  expect(titles(0.1, 1)).toEqual(['East', 'North'])
  const north = corpus.nearest(Float32Array.of(1, -0.3), 1)[0]?.documentId ?? ''
  expect(titles(1, -0.3, { without: [north] })).toEqual(['Nowhere', 'East'])
  expect(titles(1, -0.3, { within: [north] })).toEqual(['North'])
  expect(corpus.nearest(Float32Array.of(1, 0, 0), 2)).toEqual([])
  hand.entries['b'] = [draft('Nowhere', 'It lies north and east.')]
  await corpus.refresh()
  await corpus.embed()
  expect(first.asked.slice(3)).toEqual(['Nowhere\nIt lies north and east.'])
  expect(titles(1, 1)[0]).toBe('Nowhere')
  corpus.close()
  const again = embedderOf(compass)
  await (await opened([hand.source], { indexFile, embedder: again.embedder })).embed()
  expect(again.asked).toEqual([])
})

test.each([
  ['of another name', 'n', (text: string) => compass(text).toReversed()],
  ['of the same name with other dimensions', 'm', (text: string) => [...compass(text), 1]],
])('a model %s makes all vectors anew', async (_what, name, direction) => {
  const indexFile = join(temporaryFolder(), 'index.db')
  const hand = handSource(entries())
  const before = await opened([hand.source], { indexFile, embedder: embedderOf(compass).embedder })
  await before.embed()
  before.close()
  hand.entries['c'] = [draft('More', 'It lies north.')]
  const other = embedderOf(direction, name)
  const corpus = await opened([hand.source], { indexFile, embedder: other.embedder })
  await corpus.embed()
  await corpus.embed()
  expect(other.asked.length).toBeGreaterThanOrEqual(4)
  expect(corpus.nearest(Float32Array.from(direction('north')), 9)).toHaveLength(4)
})

test('what was made before a failure is kept, and the rest is made when it is tried again', async () => {
  const many = Array.from({ length: 70 }, (_, at) => draft(`Place ${at}`, `Place ${at} lies to the north.`))
  const { embedder, asked } = embedderOf(compass)
  const failures: unknown[] = []
  const failing: Embedder = {
    ...embedder,
    embed: (texts, use, signal) =>
      asked.length === 32 && failures.length === 0
        ? Promise.reject(new Error('no answer'))
        : embedder.embed(texts, use, signal),
  }
  const corpus = await opened([handSource({ many }).source], {
    embedder: failing,
    onVectorsFailed: (error) => failures.push(error),
  })
  await expect.poll(() => failures).toMatchObject([{ message: 'no answer' }])
  expect(corpus.nearest(Float32Array.of(1, 0), 99)).toHaveLength(32)
  await corpus.embed()
  expect(corpus.nearest(Float32Array.of(1, 0), 99)).toHaveLength(70)
  expect(asked).toHaveLength(70)
})

test('closing ends the work, without a word of failure', async () => {
  const failures: unknown[] = []
  let begun = false
  const waiting: Embedder = {
    name: 'm',
    embed: (_texts, _use, signal) => {
      begun = true
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  }
  const corpus = await opened([handSource(entries()).source], {
    embedder: waiting,
    onVectorsFailed: (error) => failures.push(error),
  })
  const ended = corpus.embed()
  await expect.poll(() => begun).toBe(true)
  corpus.close()
  await ended
  expect(failures).toEqual([])
})

test('the nearest of many are those with the largest cosine', async () => {
  const component = fc.double({ min: -1, max: 1, noNaN: true })
  const vector = fc.array(component, { minLength: 8, maxLength: 8 }).map((all) => [1, ...all])
  await fc.assert(
    fc.asyncProperty(fc.array(vector, { minLength: 1, maxLength: 40 }), vector, async (all, wanted) => {
      const drafts = all.map((_, at) => draft(`D${at}`, `Text ${at}.`))
      const { embedder } = embedderOf((text) => all[Number(/D(\d+)/.exec(text)?.[1])] ?? [])
      const corpus = await opened([handSource({ drafts }).source], { embedder })
      await corpus.embed()
      const hits = corpus.nearest(Float32Array.from(wanted), 5)
      const cosines = all.map((each) => cosine(quantise(Float32Array.from(each)), quantise(Float32Array.from(wanted))))
      const expected = cosines.toSorted((a, b) => b - a).slice(0, 5)
      expect(hits.map(({ score }) => score)).toEqual(expected)
      corpus.close()
    }),
    { numRuns: 15 },
  )
})
