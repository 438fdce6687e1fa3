import { checkResult } from '@deep-research/sdk/citations'
import { expect, onTestFinished, test } from 'vitest'
import { MODES } from '../model/endpoint-modes.ts'
import { startScriptedEndpoint } from '../model/scripted-endpoint.ts'
import { liveEngine, run } from './support.ts'

/** So short that silence is seen in a test, and as much of it as the slow modes take. */
const TIMEOUT_MS = 1_000

/** All calls at once, as of a report, with a judge. */
test.each([
  ['is slow to its first word', 8],
  ['writes an object slowly', 8],
  ['takes one request at a time', 8],
  ['takes one request at a time', 1],
] as const)('a report of a model that %s, of which %d calls are under way at most', async (name, concurrency) => {
  const server = await startScriptedEndpoint(MODES[name]?.endpoint() ?? (() => {}))
  onTestFinished(() => server.close())
  const endpoint = { kind: 'openai-compatible', baseUrl: server.url, model: 'm', timeoutMs: TIMEOUT_MS } as const
  const engine = await liveEngine({ model: { ...endpoint, concurrency }, judged: true })
  const query = 'What is known of the Harbour Bridge, of Mira Olsen who designed it, and of Tromsø?'
  const { result } = await run(engine, { query, level: 'medium' })
  expect(result.usage.degraded ?? []).toEqual([])
  expect(result.citations.length).toBeGreaterThan(1)
  expect(Math.max(...server.under)).toBeLessThanOrEqual(concurrency)
})

test.each(Object.entries(MODES))('a model that %s', async (_name, { endpoint, comes, detail }) => {
  const server = await startScriptedEndpoint(endpoint())
  onTestFinished(() => server.close())
  const told: string[] = []
  const model = { kind: 'openai-compatible', baseUrl: server.url, apiKey: 'sk-of-the-operator', model: 'm' } as const
  const engine = await liveEngine({
    model: { ...model, timeoutMs: TIMEOUT_MS },
    onDegraded: (_step, line) => told.push(line),
  })
  const { result } = await run(engine)
  expect(checkResult(result)).toEqual([])
  expect(result.citations.length).toBeGreaterThan(0)
  const { degraded = [], answer_tokens: tokens } = result.usage
  if (comes === 'whole') {
    expect(degraded).toEqual([])
    expect(tokens).toBeGreaterThan(0)
    expect(server.received.some(({ task }) => task === 'write')).toBe(true)
  } else {
    expect(degraded.map(({ reason }) => reason).join()).toMatch(comes)
    if (detail) expect(told.join()).toMatch(detail)
  }
  expect(result.answer + told.join()).not.toMatch(/Let me look at the evidence|sk-of-the-operator/)
})
