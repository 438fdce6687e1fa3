import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { answer, createMockAccount, resumable, type Scenario, testApiKey, withoutDone } from '@deep-research/mock'
import { startMockServer } from '@deep-research/mock/node'
import { expect, test } from 'vitest'
import { conformanceCommand } from '../src/conformance/command.ts'
import { capture } from './capture.ts'

async function run(args: string[], env: Record<string, string> = {}) {
  const { text, output } = capture()
  const code = await conformanceCommand(args, { ...output, env })
  return { code, ...text }
}

function start(scenario: Scenario) {
  const account = createMockAccount({ keys: [testApiKey()], tier: 'pro', addedCredits: 10_000 })
  return startMockServer({ scenario, account })
}

test('a real port that keeps the rules: exit code 0, a line per rule, a closing line', async () => {
  await using mock = await start(resumable({ of: answer({ everyMs: 1 }), tornAfter: [] }))
  const { code, out } = await run(['--base-url', mock.url, '--key', testApiKey(), '--tier', 'pro', '--query', 'Tea?'])
  expect(out.split('\n').filter((line) => line.startsWith('✗'))).toEqual([])
  expect(code).toBe(0)
  expect(out).toContain('✓ stream.done  A completed stream ends with the literal line data: [DONE]. [Endpoints]')
  expect(out).toContain('– key.revoked')
  expect(out.trim().split('\n').at(-1)).toMatch(/^\d+ held, 0 broken, \d+ not testable$/)
  expect(mock.requests.some(({ text }) => text.includes('"query":"Tea?"'))).toBe(true)
})

test('a broken rule: exit code 1, the bytes that show it, and as JSON', async () => {
  await using mock = await start(withoutDone())
  const env = { DEEP_RESEARCH_BASE_URL: mock.url, DEEP_RESEARCH_API_KEY: testApiKey() }
  const { code, out } = await run(['--spec-only'], env)
  expect(code).toBe(1)
  expect(out).toMatch(/✗ stream\.done .*\n {4}specification: .*\n {4}the last line is "data: \{/)
  const json = await run(['--spec-only', '--json'], env)
  expect(JSON.parse(json.out)).toMatchObject({ broken: 1 })
})

test('the process has the same exit codes', async () => {
  await using mock = await start(withoutDone())
  const file = join(import.meta.dirname, '../src/bin/deep-research-conformance.ts')
  const args = [
    '--conditions=@deep-research/source',
    file,
    '--base-url',
    mock.url,
    '--key',
    testApiKey(),
    '--spec-only',
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  expect(await once(child, 'exit')).toEqual([1, null])
})

test('help', async () => {
  expect(await run(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('--spec-only') })
})

test.each([
  [[], '--base-url is missing'],
  [['--base-url', 'nonsense', '--key', 'k'], '--base-url must be a URL'],
  [['--base-url', 'http://127.0.0.1:9'], '--key is missing'],
  [['--base-url', 'http://127.0.0.1:9', '--key', 'k'], 'fetch failed'],
  [['--base-url', 'http://127.0.0.1:9', '--key', 'k', '--tier', 'gold'], '--tier must be'],
  [['--base-url', 'http://127.0.0.1:9', '--key', 'k', '--timeout-ms', '0'], '--timeout-ms must be'],
  [['--colour'], 'Unknown option'],
])('%j: exit code 2', async (args, message) => {
  expect(await run(args)).toMatchObject({ code: 2, err: expect.stringContaining(message) })
})
