import { DeepResearch, type DeepResearchOptions, StreamInterruptedError } from '@deep-research/sdk'
import { afterEach, expect, it } from 'vitest'
import { type Behaviour, type Loopback, listen } from './loopback.ts'
import { COMPLETED, DELTAS, DONE, FAILED, frames, HEAD, RESULT, STREAM, typesOf } from './wire.ts'

const KEY = 'dr_live_secretsecretsecret'
let server: Loopback

afterEach(() => server.close())

async function clientOf(behave: Behaviour, options: DeepResearchOptions = {}): Promise<DeepResearch> {
  server = await listen(behave)
  return new DeepResearch({ apiKey: KEY, baseURL: server.url, ...options })
}

it('delivers the events and the result', async () => {
  const client = await clientOf((response) => {
    response.writeHead(200, HEAD).end(STREAM)
  })
  const stream = await client.stream({ query: 'Why?' })
  expect(await typesOf(stream)).toEqual([...DELTAS.map(() => 'research.answer.delta'), 'research.completed'])
  expect(await stream.result()).toEqual(RESULT)
  expect(server.posts).toHaveLength(1)
})

it('throws out of the loop where the connection ends half-way', async () => {
  const client = await clientOf((response) => {
    response.writeHead(200, HEAD).end(frames(DELTAS[0]))
  })
  const stream = await client.stream({ query: 'Why?' })
  await expect(typesOf(stream)).rejects.toMatchObject({ name: 'StreamInterruptedError', reason: 'eof' })
  const error = await stream.result().catch((reason: unknown) => reason)
  expect(StreamInterruptedError.isInstance(error)).toBe(true)
})

it('delivers research.failed and then throws', async () => {
  const client = await clientOf((response) => {
    response.writeHead(200, HEAD).end(frames(DELTAS[0], FAILED))
  })
  const seen: string[] = []
  const run = client.run({ query: 'Why?' }, { onEvent: (event) => void seen.push(String(event.type)) })
  await expect(run).rejects.toMatchObject({ name: 'ResearchFailedError', code: 'RESEARCH_FAILED' })
  expect(seen).toEqual(['research.answer.delta', 'research.failed'])
})

it('needs no terminator after the result', async () => {
  const client = await clientOf((response) => {
    response.writeHead(200, HEAD).end(frames(COMPLETED))
  })
  expect(await client.run({ query: 'Why?' })).toEqual(RESULT)
})

it('gives the answer as clean text', async () => {
  const client = await clientOf((response) => {
    response.writeHead(200, HEAD).end(STREAM + DONE)
  })
  const pieces: string[] = []
  for await (const piece of (await client.stream({ query: 'Why?' })).text()) pieces.push(piece)
  expect(pieces.join('')).toBe(RESULT.answer_clean)
})
