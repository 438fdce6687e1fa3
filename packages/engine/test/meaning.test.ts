import { join } from 'node:path'
import type { ResearchResult } from '@deep-research/sdk/contract'
import { expect, onTestFinished, test } from 'vitest'
import { openEmbeddedEngine } from '../src/embedded.ts'
import { openSemantics } from '../src/live.ts'
import { draft, handSource, temporaryFolder } from './corpus/support.ts'
import { type ScriptedSemanticsOptions, startScriptedSemantics } from './model/scripted-semantics.ts'

const { signal } = new AbortController()

const OPTION = '- The cache is off. It holds rows while they are running.'
const drafts = [
  draft('Options', OPTION, { blocks: [{ start: 0, end: OPTION.length, kind: 'item', path: [] }] }),
  draft('Sessions', 'pg_signal(pid) halts the statement of another session.'),
  draft('Vacuum', 'A vacuum reclaims the space of dead rows. It is running by itself when rows change.'),
  draft('Query planner', 'The planner chooses how a query is done. A running total takes a window function.'),
  draft('Backup', 'A backup is a copy of all files. It is restored before the service starts.'),
]

async function opened(options: ScriptedSemanticsOptions, used: readonly ('embeddings' | 'rerank')[]) {
  const server = await startScriptedSemantics(options)
  onTestFinished(() => server.close())
  const endpoint = { model: 'm', timeoutMs: 500, pauseMs: 1 }
  const lines: string[] = []
  const engine = await openEmbeddedEngine({
    sources: [handSource({ drafts }).source],
    indexFile: join(temporaryFolder(), 'index.db'),
    semantics: await openSemantics({
      embeddings: used.includes('embeddings') ? { ...endpoint, url: server.url } : undefined,
      rerank: used.includes('rerank') ? { ...endpoint, url: server.rerankUrl } : undefined,
    }),
    onDegraded: (step, line) => lines.push(`${step}: ${line}`),
  })
  onTestFinished(() => engine.close())
  await engine.corpus.embed()
  const ask = async (query: string): Promise<ResearchResult & { thinking: string }> => {
    let thinking = ''
    for await (const event of engine.research({ query, level: 'low' }, { signal })) {
      if (event.type === 'thinking') thinking += event.content
      if (event.type === 'completed') return { ...event.result, thinking }
    }
    throw new Error('no result')
  }
  return { server, engine, ask, lines }
}

const cited = ({ sources_summary }: ResearchResult) => sources_summary.map(({ source }) => source.title)
const synonyms = { cancel: 'halts', stop: 'halts', query: 'statement' }

test('a passage that shares no word with the question is found by its meaning', async () => {
  const question = 'How can I cancel a query?'
  const plain = await opened({}, [])
  expect(cited(await plain.ask(question))).not.toContain('Sessions')
  const { ask, engine } = await opened({ synonyms }, ['embeddings'])
  expect(cited(await ask(question))).toContain('Sessions')
  expect(engine.fingerprint?.()).toBeUndefined()
})

test('an answer begins with what a reranker puts first', async () => {
  const question = 'What happens to rows when a query is running?'
  for (const wanted of ['reclaims the space', 'running total']) {
    const { ask, server } = await opened({ score: (_, text) => Number(text.includes(wanted)) }, ['rerank'])
    const { answer_clean, usage } = await ask(question)
    expect(answer_clean.slice(0, 100)).toContain(wanted)
    expect(usage.degraded).toBeUndefined()
    expect(server.calls.every(({ body }) => body.query === question)).toBe(true)
  }
})

test('a reranker reads each passage once, as the answer would begin with it', async () => {
  const { ask, server } = await opened({}, ['rerank'])
  await ask('What happens to rows when a query is running?')
  const texts = server.calls.flatMap(({ body }) => body.documents ?? [])
  expect(new Set(texts).size).toBe(texts.length)
  const ofOption = texts.filter((text) => text.startsWith('Options\n'))
  expect(ofOption).toHaveLength(1)
  expect(ofOption[0]).toContain('The cache is off. It holds rows')
})

test.each(['500', 'silence', 'nonsense'] as const)(
  'after %s the answer is as without, and the run says so',
  async (fault) => {
    const question = 'What happens to rows when a query is running?'
    const plain = await (await opened({}, [])).ask(question)
    const { ask, lines } = await opened({ fault: () => fault }, ['embeddings', 'rerank'])
    const { answer, usage, thinking } = await ask(question)
    expect(answer).toBe(plain.answer)
    expect(usage.degraded?.map(({ step }) => step)).toEqual(['embed', 'rerank'])
    expect(thinking).toContain('Going on without help at searching by meaning')
    expect(lines.map((line) => line.split(':')[0])).toEqual(expect.arrayContaining(['embed', 'rerank']))
  },
)
