import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DeepResearch } from '@deep-research/sdk'
import { checkResult } from '@deep-research/sdk/citations'
import { expect, onTestFinished, test } from 'vitest'
import { MODES } from '../../engine/test/model/endpoint-modes.ts'
import { type Endpoint, startScriptedEndpoint } from '../../engine/test/model/scripted-endpoint.ts'
import { readSettings, startService } from '../src/index.ts'
import { runInProcess } from './support/command-line.ts'

const QUESTION = { query: 'Who designed the Harbour Bridge, and when did it open?', reasoning_level: 'low' } as const
const PRICE = 10

async function scripted(endpoint: Endpoint) {
  const server = await startScriptedEndpoint(endpoint)
  onTestFinished(() => server.close())
  return server
}

const local = (url: string) => ({ LLM: 'openai-compatible', LLM_BASE_URL: url, LLM_MODEL: 'smart' })

async function serve(environment: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'endpoints-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const text = 'The Harbour Bridge was designed by Mira Olsen. It opened in 1932 after eight years of work.'
  writeFileSync(join(folder, 'bridge.md'), `# Harbour Bridge\n\n${text}\n`)
  const database = join(folder, 'service.db')
  const service = await startService(
    readSettings({ PORT: '0', DATABASE_URL: `sqlite:${database}`, CORPUS: folder, ...environment }),
  )
  onTestFinished(() => service.close())
  const account = await service.manage.createAccount('a@example.com', 'pro')
  const { key } = await service.manage.createKey(account.id)
  const charges = () => {
    const ledger = new DatabaseSync(database, { readOnly: true })
    const rows = ledger.prepare("SELECT amount FROM ledger WHERE reason IN ('charge', 'refund')").all()
    ledger.close()
    return rows.map(({ amount }) => amount)
  }
  return { client: new DeepResearch({ apiKey: key, baseURL: service.url, retry: { limit: 0 } }), charges }
}

test.each([
  'takes max_completion_tokens alone',
  'thinks until its tokens are used up',
  'is behind a proxy that fails',
  'is stopped by a filter in mid-sentence',
  'loses the connection',
  'takes one request at a time',
])('a model that %s: research is charged once, and what is sent is exact', async (name) => {
  const mode = MODES[name]
  const server = await scripted(mode?.endpoint() ?? (() => {}))
  const { client, charges } = await serve(local(server.url))
  const result = await client.run(QUESTION)
  expect(checkResult(result)).toEqual([])
  expect(charges()).toEqual([-PRICE])
  const told = result.usage.degraded?.map(({ reason }) => reason).join() ?? 'whole'
  expect(told).toMatch(mode?.comes ?? '')
})

test('a model whose account is empty fails once; then research is refused, and not charged', async () => {
  const server = await scripted(MODES['has no money']?.endpoint() ?? (() => {}))
  const { client, charges } = await serve(local(server.url))
  const { usage } = await client.run(QUESTION)
  expect(usage.degraded?.[0]?.reason).toBe('the model takes no more calls for now')
  await expect(client.run(QUESTION)).rejects.toMatchObject({ status: 502, code: 'PROXY_ERROR' })
  const [first, ...taken] = charges().map(Number)
  expect(first).toBe(-PRICE)
  expect(taken.reduce((sum, amount) => sum + amount, 0)).toBe(0)
})

test('the fast model can be at an endpoint of its own, which gets its own key alone', async () => {
  const smart = await scripted(({ sound }, { say }) => say(sound))
  const fast = await scripted(({ sound }, { say }) => say(sound))
  const { client } = await serve({
    ...{ ...local(smart.url), LLM_API_KEY: 'sk-smart' },
    ...{ LLM_FAST: 'anthropic', LLM_FAST_BASE_URL: fast.url, LLM_FAST_API_KEY: 'sk-fast', LLM_FAST_MODEL: 'quick' },
  })
  const result = await client.run(QUESTION)
  expect(result.usage).not.toHaveProperty('degraded')
  const asked = (server: typeof smart) =>
    server.received.filter(({ task, given }) => task === 'write' && given.lines.length > 0)
  expect(asked(smart)).toHaveLength(1)
  expect(asked(fast)).toHaveLength(0)
  expect(fast.received.every(({ body, path }) => body['model'] === 'quick' && path === '/v1/messages')).toBe(true)
  expect(JSON.stringify(smart.received.map(({ headers }) => headers))).not.toContain('sk-fast')
  expect(JSON.stringify(fast.received.map(({ headers }) => headers))).not.toContain('sk-smart')
})

const check = async (environment: Record<string, string>) =>
  await runInProcess(['config', 'check'], environment, { stop: new AbortController().signal })

test('config check tells how a model wants to be asked, and what it said', async () => {
  const server = await scripted(MODES['takes max_completion_tokens alone']?.endpoint() ?? (() => {}))
  const { code, stdout } = await check(local(server.url))
  expect(code).toBe(0)
  expect(stdout).toContain(
    `Model: smart at ${server.url} answers. Of note: its limit is sent as max_completion_tokens (it said: “Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.”).`,
  )
})

test.each([
  ['thinks however many tokens it gets', /LLM_MODEL "smart" at .* set LLM_REASONING_EFFORT to none or low/],
  ['has no money', /The account of LLM_API_KEY at .* is empty: .*“Insufficient Balance”/],
  ['calls a wrong key a bad request', /rejects LLM_API_KEY: set a valid key \(it said: “API key not valid/],
])('config check: a model that %s', async (name, line) => {
  const server = await scripted(MODES[name]?.endpoint() ?? (() => {}))
  const { code, stderr, stdout } = await check({ ...local(server.url), LLM_API_KEY: 'sk-of-the-operator' })
  expect(code).toBe(1)
  expect(stderr).toMatch(line)
  expect(stderr + stdout).not.toContain('sk-of-the-operator')
})

test('the settings of a model reach its requests', async () => {
  const server = await scripted(({ sound }, { say }) => say(sound))
  const { client } = await serve({
    ...local(server.url),
    ...{ LLM_REASONING_EFFORT: 'low', LLM_MAX_OUTPUT_TOKENS: '3000', LLM_CONCURRENCY: '1', RESEARCH_MINUTES: '1,2,3' },
  })
  await Promise.all([client.run(QUESTION), client.run({ ...QUESTION, query: 'When did the Harbour Bridge open?' })])
  const bodies = server.received.map(({ body }) => [body['reasoning_effort'], body['max_tokens']].join())
  expect(new Set(bodies)).toEqual(new Set(['low,3000']))
  expect(Math.max(...server.under)).toBeLessThanOrEqual(2)
})
