import { expect, onTestFinished, test } from 'vitest'
import { openSemantics, trySemantics } from '../../src/live.ts'
import { type ScriptedSemanticsOptions, startScriptedSemantics } from './scripted-semantics.ts'

const { signal } = new AbortController()

/** Where a server is to be silent, the wait for it is short. */
async function served(options: ScriptedSemanticsOptions = {}, timeoutMs = 30_000) {
  const server = await startScriptedSemantics(options)
  onTestFinished(() => server.close())
  const endpoint = { model: 'm', apiKey: 'k', timeoutMs, pauseMs: 1 }
  const endpoints = { embeddings: { ...endpoint, url: server.url }, rerank: { ...endpoint, url: server.rerankUrl } }
  const { embedder, reranker } = await openSemantics(endpoints)
  if (!embedder || !reranker) throw new Error('not opened')
  return { server, endpoints, embedder, reranker }
}

test('vectors are of length 1, alike for texts that mean the same', async () => {
  const { server, embedder } = await served({ key: 'k', synonyms: { halt: 'stop' } })
  const [stop, halt, paint] = await embedder.embed(['stop it', 'halt it', 'paint walls'], 'passage', signal)
  const product = (a: Iterable<number> = [], b: ArrayLike<number> = []) =>
    [...a].reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
  expect(product(stop, stop)).toBeCloseTo(1, 5)
  expect(product(stop, halt)).toBeCloseTo(1, 5)
  expect(product(stop, paint)).toBeLessThan(0.6)
  expect(server.calls).toMatchObject([
    { path: '/v1/embeddings', body: { model: 'm', input: ['stop it', 'halt it', 'paint walls'] } },
  ])
  expect(await embedder.embed([], 'passage', signal)).toEqual([])
})

test('a model gets its words before a question and a passage', async () => {
  const { server, endpoints } = await served()
  const prefixes = { question: 'query: ', passage: 'passage: ' }
  const { embedder } = await openSemantics({ embeddings: { ...endpoints.embeddings, prefixes } })
  await embedder?.embed(['a'], 'question', signal)
  await embedder?.embed(['a'], 'passage', signal)
  expect(server.calls.map(({ body }) => body.input)).toEqual([['query: a'], ['passage: a']])
})

test.each(['documents', 'texts'] as const)('a reranker that takes %s scores every text, 32 a call', async (form) => {
  const { server, reranker } = await served({ form, key: 'k' })
  const texts = Array.from({ length: 40 }, (_, at) => (at === 37 ? 'the harbour bridge' : 'nothing'))
  const scores = await reranker.score('Who built the harbour bridge?', texts, signal)
  expect(scores).toHaveLength(40)
  expect(scores.indexOf(Math.max(...scores))).toBe(37)
  const taken = server.calls.filter(({ body }) => body[form] !== undefined)
  expect(taken.map(({ body }) => body[form]?.length)).toEqual([32, 8])
  if (form === 'documents') expect(taken[0]?.body).toMatchObject({ model: 'm', top_n: 32 })
})

test.each(['500', 'silence', 'nonsense'] as const)('after %s a call says so; once is no failure', async (fault) => {
  const wait = fault === 'silence' ? 1_000 : undefined
  const once = await served({ fault: (call) => (call === 0 && fault !== 'nonsense' ? fault : undefined) }, wait)
  expect(await once.embedder.embed(['a'], 'question', signal)).toHaveLength(1)
  const { embedder, reranker } = await served({ fault: () => fault }, wait)
  const reason = { '500': 'server', silence: 'timeout', nonsense: expect.stringMatching(/^(?:cut|format)$/) }[fault]
  await expect(embedder.embed(['a'], 'question', signal)).rejects.toMatchObject({ reason })
  await expect(reranker.score('a', ['b'], signal)).rejects.toMatchObject({ reason })
})

test('an abort ends a call that is waiting', async () => {
  const { embedder, reranker, server } = await served({ fault: () => 'silence' })
  const ending = new AbortController()
  const both = [embedder.embed(['a'], 'question', ending.signal), reranker.score('a', ['b'], ending.signal)]
  await expect.poll(() => server.calls.length).toBe(2)
  ending.abort(new Error('enough'))
  for (const each of both) await expect(each).rejects.toThrow('enough')
})

test('a trial tells what is wrong with each endpoint', async () => {
  const { server, endpoints } = await served({ key: 'other' })
  const failures = async () =>
    (await trySemantics(endpoints, signal)).map(({ role, failure }) => [role, failure?.reason])
  expect(await failures()).toEqual([
    ['embeddings', 'key'],
    ['rerank', 'key'],
  ])
  Object.assign(server.options, { key: undefined, model: 'other' })
  expect(await failures()).toEqual([
    ['embeddings', 'model'],
    ['rerank', 'model'],
  ])
  Object.assign(server.options, { model: 'm' })
  expect(await failures()).toEqual([
    ['embeddings', undefined],
    ['rerank', undefined],
  ])
  await server.close()
  expect(await failures()).toEqual([
    ['embeddings', 'unreachable'],
    ['rerank', 'unreachable'],
  ])
  expect(await trySemantics({}, signal)).toEqual([])
})
