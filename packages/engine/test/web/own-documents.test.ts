import { expect, test } from 'vitest'
import { createPageReader } from '#web/fetch/page-reader.ts'
import { openPageStore } from '#web/fetch/page-store.ts'
import { Gatherer } from '#web/gather-pages.ts'
import { limitsFor, Spending } from '../../src/budget.ts'
import { Degradation } from '../../src/degradation.ts'
import { ToolCalls } from '../../src/tool-calls.ts'
import type { EngineEvent, Query } from '../../src/types.ts'
import { memoryLibrary } from '../memory-library.ts'

const { signal } = new AbortController()
const QUERY: Query = { text: 'How do coral reefs grow?', purpose: 'question', terms: ['reef'], weight: 1 }

/** What comes of a document that the operator's own index gives. */
async function gathered(document: Record<string, unknown>, readingMs?: number) {
  const url = 'urn:index:reef'
  const draft = { url, title: 'Reef', text: 'Coral reefs grow slowly.', sourceType: 'document', ...document }
  const chain = {
    states: [],
    search: async () => ({
      hits: [{ url, title: 'Reef', snippet: '', document: draft }],
      attempts: [{ provider: 'opensearch', outcome: 'answered' as const, hits: 1 }],
    }),
  }
  const pages = createPageReader({
    ...{ userAgent: 'test', store: openPageStore({ file: ':memory:' }) },
    ...(readingMs !== undefined && { readingMs }),
  })
  const held = memoryLibrary([])
  const [calls, spending] = [new ToolCalls(() => 0), new Spending(limitsFor('low'), () => 0)]
  const parts = { chain, pages, held, calls, spending, degradation: new Degradation(), hasCorpus: false }
  const gatherer = new Gatherer(parts as unknown as ConstructorParameters<typeof Gatherer>[0])
  const events: EngineEvent[] = []
  for await (const event of gatherer.gather([QUERY], 'en', { iteration: 1, signal })) events.push(event)
  pages.close()
  return { events, added: gatherer.library.added }
}

test('a document that cannot be indexed in time is told, and is no source', async () => {
  const { events, added } = await gathered({ text: 'Coral reefs grow. '.repeat(20_000) }, 1)
  expect(added).toEqual([])
  const failed = events.flatMap((event) => (event.type === 'tool_call.completed' ? (event.call.error ?? []) : []))
  expect(failed).toEqual([{ message: 'the document takes longer than 0.001 s to read' }])
  expect(
    events.some((event) => event.type === 'tool_call.started' && event.call.arguments['url'] === 'urn:index:reef'),
  ).toBe(true)
})

test('what is said of a document is visible and no longer than a page may say it', async () => {
  const { added } = await gathered({
    authors: [`Ann\u202E Lee`, 'x'.repeat(3_000_000), ...Array.from({ length: 50 }, (_, at) => `Bo ${at}`)],
    publisher: `Reef\u200B Press ${'y'.repeat(1_000)}`,
    date: '2020-01-01'.repeat(100),
  })
  expect(added[0]?.authors).toHaveLength(20)
  expect(added[0]?.authors?.[0]).toBe('Ann Lee')
  expect(added[0]?.authors?.[1]).toHaveLength(200)
  expect(added[0]?.publisher).toMatch(/^Reef Press y{189}$/)
  expect(added[0]?.date).toHaveLength(40)
})
