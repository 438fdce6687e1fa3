import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatRecording, testApiKey } from '@deep-research/mock'
import { expect, onTestFinished, test } from 'vitest'
import { mockCommand } from '../src/port/mock-command.ts'
import { capture } from './capture.ts'
import { ask, readAll } from './read-stream.ts'

async function run(...args: string[]) {
  const { text, output } = capture()
  const started = await mockCommand(args, output)
  return { started, ...text }
}

async function serving(args: string[], use: (url: string, out: string) => Promise<void>) {
  const { started, out, err } = await run(...args)
  if (typeof started === 'number') throw new Error(err)
  await use(started.url, out).finally(() => started.close())
}

test('the process prints its address, serves, and ends when told', async () => {
  const file = join(import.meta.dirname, '../src/bin/deep-research-mock.ts')
  const args = ['--conditions=@deep-research/source', file, '--scenario', 'PROXY_ERROR', '--scenario', 'answer']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [first] = await once(child.stdout, 'data')
  const url = String(first).split('\n')[0] ?? ''
  expect((await ask({}, {}, url)).status).toBe(502)
  expect((await readAll(await ask({}, {}, url))).text).toContain('[DONE]')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('an account has the key that is printed, a tier and credits', async () => {
  await serving(['--tier', 'pro', '--credits', '15'], async (url, out) => {
    expect(out).toContain(testApiKey())
    await readAll(await ask({}, {}, url))
    expect((await ask({}, {}, url)).status).toBe(402)
    expect((await ask({}, { headers: { 'x-api-key': testApiKey(1) } }, url)).status).toBe(401)
  })
  await serving(['--key', testApiKey(5)], async (url, out) => {
    expect(out).not.toContain('key')
    expect((await ask({}, { headers: { 'x-api-key': testApiKey(5) } }, url)).status).toBe(200)
  })
})

test('a recording is replayed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'replay-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'one.jsonl')
  const head = {
    format: 'deep-research-recording',
    version: 1,
    recorded_at: '2026-01-01T00:00:00.000Z',
    request: { headers: {}, body: {} },
    response: { status: 200, headers: { 'content-type': 'text/event-stream' } },
  } as const
  await writeFile(
    file,
    formatRecording({ head, chunks: [{ at: 5, text: 'data: x\n\n' }], end: { at: 6, end: 'closed' } }),
  )
  await serving(['--replay', file, '--speed', '2'], async (url) => {
    expect((await readAll(await ask({}, {}, url))).text).toBe('data: x\n\n')
  })
  expect(await run('--replay', file, '--scenario', 'answer')).toMatchObject({ started: 2 })
  expect(await run('--replay', file, '--speed', '0')).toMatchObject({ started: 2 })
})

test('--latency research paces every scenario', async () => {
  await serving(['--latency', 'research', '--speed', '1e9', '--scenario', 'answer'], async (url) => {
    await readAll(await ask({}, {}, url))
    expect(await (await fetch(`${url}/_mock/requests`)).json()).toMatchObject([{ scenario: 'latency' }])
  })
})

test('help names every scenario with its options', async () => {
  const { started, out } = await run('--help')
  expect([started, out.includes('truncated  after inside'), out.includes('RATE_LIMIT_EXCEEDED  retryAfter')]).toEqual([
    0,
    true,
    true,
  ])
})

test.each([
  [['--scenario', 'nonsense'], 'There is no scenario "nonsense"'],
  [['--port', 'x'], '--port must be a whole number'],
  [['--tier', 'gold'], '--tier must be free, pro or scale'],
  [['--latency', 'slow'], '--latency must be none or research'],
  [['--latency', 'research', '--replay', 'x'], 'leave out --latency'],
  [['--colour'], "Unknown option '--colour'"],
  [['--replay', '/nonexistent'], 'ENOENT'],
])('%j is wrong use', async (args, message) => {
  expect(await run(...args)).toMatchObject({ started: 2, err: expect.stringContaining(message) })
})

test('a port that is taken is said, not thrown', async () => {
  await serving([], async (url) => {
    expect(await run('--port', new URL(url).port)).toMatchObject({
      started: 2,
      err: expect.stringContaining('EADDRINUSE'),
    })
  })
})
