import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openEmbeddedEngine } from '../src/embedded.ts'
import { draft, handSource, temporaryFolder } from './corpus/support.ts'

const context = { signal: new AbortController().signal }

async function answer(engine: Awaited<ReturnType<typeof openEmbeddedEngine>>, query: string) {
  for await (const event of engine.research({ query, level: 'high' }, context)) {
    if (event.type === 'completed') return event.result.answer_clean
  }
  throw new Error('no result')
}

const bridge = draft('Harbour Bridge', 'The Harbour Bridge was designed by Mira Olsen. It opened in 1932.')
const engineer = draft('Mira Olsen', 'Mira Olsen was an engineer. She was born in Tromsø.')

test('research that is running reads what it has found, though a refresh takes it away', async () => {
  const hand = handSource({ bridge: [bridge], engineer: [engineer] })
  const engine = await openEmbeddedEngine({ sources: [hand.source], indexFile: join(temporaryFolder(), 'index.db') })
  onTestFinished(() => engine.close())
  const query = 'Where was the engineer who designed the Harbour Bridge born?'
  let text = ''
  for await (const event of engine.research({ query, level: 'high' }, context)) {
    if (event.type === 'tool_call.completed' && event.call.name === 'search' && engine.corpus.documentCount > 0) {
      delete hand.entries['bridge']
      delete hand.entries['engineer']
      await engine.corpus.refresh()
    }
    if (event.type === 'completed') text = event.result.answer_clean
  }
  expect(text).toContain('designed by Mira Olsen')
  expect(engine.corpus.documentCount).toBe(0)
  expect(await answer(engine, query)).toContain('hold nothing')
})

test('research that begins after a refresh follows the titles of new documents', async () => {
  const hand = handSource({ bridge: [bridge] })
  const engine = await openEmbeddedEngine({ sources: [hand.source], indexFile: join(temporaryFolder(), 'index.db') })
  onTestFinished(() => engine.close())
  hand.entries['engineer'] = [engineer]
  await engine.corpus.refresh()
  expect(engine.corpus.sync).toMatchObject({ read: 1, indexed: 1 })
  expect(await answer(engine, 'Where was the engineer who designed the Harbour Bridge born?')).toContain(
    'born in Tromsø',
  )
})

test('a search finds passages with the documents that they stand in', async () => {
  const hand = handSource({ bridge: [bridge], engineer: [engineer] })
  const engine = await openEmbeddedEngine({ sources: [hand.source], indexFile: join(temporaryFolder(), 'index.db') })
  onTestFinished(() => engine.close())
  const [first] = engine.search('bridges', 5)
  expect(first).toMatchObject({ title: 'Harbour Bridge', text: expect.stringContaining('opened in 1932') })
  expect(engine.search('Mira Olsen', 5)).toHaveLength(2)
  expect(engine.search('Mira Olsen', 1)).toHaveLength(1)
  expect([engine.search('of the', 5), engine.search('zebra', 5)]).toEqual([[], []])
})
