import { checkResult } from '@deep-research/sdk/citations'
import { expect, onTestFinished, test } from 'vitest'
import { MODES } from '../model/endpoint-modes.ts'
import { startScriptedEndpoint } from '../model/scripted-endpoint.ts'
import { liveEngine, run } from './support.ts'

/** So short that silence is seen in a test, and as much of it as the slow modes take. */
const TIMEOUT_MS = 300

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
