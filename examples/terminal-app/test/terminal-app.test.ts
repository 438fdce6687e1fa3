import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { silent, testApiKey } from '@deep-research/mock'
import { type MockServer, startMockServer } from '@deep-research/mock/node'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const script = join(import.meta.dirname, '../src/ask.ts')
let mock: MockServer

beforeEach(async () => {
  mock = await startMockServer()
})
afterEach(() => mock.close())

function start(key = testApiKey()) {
  const env = { ...process.env, DEEP_RESEARCH_API_KEY: key, DEEP_RESEARCH_BASE_URL: mock.url, NO_COLOR: '1' }
  const words = ['--conditions=@deep-research/source', '--no-warnings', script, 'Why?']
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { child, ended: ended.then(([[code], out, err]) => ({ code, out, err })) }
}

test('shows what is done, the answer with numbers, and the sources under them', async () => {
  const { code, out } = await start().ended
  expect(code).toBe(0)
  expect(out).toMatch(/… \w+/)
  expect(out).toMatch(/\[1\][\s\S]*\n\[1\] .+\n {4}https:/)
  expect(out).not.toContain('<cite')
})

test('Ctrl-C ends it with one line', async () => {
  mock.next(silent())
  const { child, ended } = start()
  await vi.waitFor(() => expect(mock.requests).toHaveLength(1), { timeout: 10_000 })
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 130, err: '\nInterrupted.\n' })
})

test('a refusal is one line, too', async () => {
  const { code, err } = await start('wrong').ended
  expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringMatching(/key/i)]])
})
