import { afterEach, expect, test, vi } from 'vitest'
import { ThreadPool } from '#threads/thread-pool.ts'
import type { TestJob } from './test-thread.ts'

const { signal } = new AbortController()
const MINUTE = 60_000
const pools: ThreadPool<TestJob, string>[] = []
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close()
  vi.useRealTimers()
})

function opened(threads = 1): ThreadPool<TestJob, string> {
  const script = new URL('./test-thread.ts', import.meta.url)
  const pool = new ThreadPool<TestJob, string>({ script, threads, memory: { heap: 32, buffers: 64 } })
  pools.push(pool)
  return pool
}

// The first of all: the ports of threads that ended a moment ago would count, too.
test('a program does not wait for a thread without work', async () => {
  const ports = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length
  const before = ports()
  expect(await opened().run('echo', { signal, ms: MINUTE })).toBe('echo')
  expect(ports()).toBe(before)
})

test.each([
  ['spin', 'time', 300],
  ['fill the heap', 'memory', MINUTE],
  ['fill buffers', 'memory', MINUTE],
  ['throw', 'content', MINUTE],
  ['leave', 'ended', MINUTE],
] as const)('a thread that is told to %s ends by %s, and the next job is done', async (job, reason, ms) => {
  const pool = opened()
  await expect(pool.run(job, { signal, ms })).rejects.toMatchObject({ name: 'ThreadFailure', reason })
  expect(await pool.run('echo', { signal, ms: MINUTE })).toBe('echo')
})

test('an answer that came while this thread stood still came in time', async () => {
  const pool = opened()
  await pool.run('echo', { signal, ms: MINUTE })
  // Here the event loop comes to its timers next.
  await new Promise(setImmediate)
  const answer = pool.run('echo', { signal, ms: 100 })
  // It takes up its work in this turn.
  await Promise.resolve()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
  expect(await answer).toBe('echo')
})

test('who leaves is let go at once, at work and in line', async () => {
  const pool = opened()
  const [atWork, inLine] = [new AbortController(), new AbortController()]
  const working = pool.run('spin', { signal: atWork.signal, ms: MINUTE })
  const waiting = pool.run('echo', { signal: inLine.signal, ms: MINUTE })
  const staying = pool.run('echo', { signal, ms: MINUTE })
  inLine.abort(new Error('left the line'))
  await expect(waiting).rejects.toThrow('left the line')
  atWork.abort(new Error('left the work'))
  await expect(working).rejects.toThrow('left the work')
  expect(await staying).toBe('echo')
})

test('all jobs are done by so many threads', async () => {
  const pool = opened(2)
  const spinning = expect(pool.run('spin', { signal, ms: 1_000 })).rejects.toThrow('takes longer than 1 s')
  const echoes = Array.from({ length: 20 }, () => pool.run('echo', { signal, ms: MINUTE }))
  expect(await Promise.all(echoes)).toHaveLength(20)
  await spinning
})

test('a thread ends for want of work, but not while it is held', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pool = opened()
  const threadAfter = async (pause: number) => {
    vi.advanceTimersByTime(pause)
    return await pool.run('tell who it is', { signal, ms: MINUTE })
  }
  const release = pool.hold()
  const first = await threadAfter(0)
  expect(await threadAfter(MINUTE)).toBe(first)
  release()
  expect(await threadAfter(MINUTE)).not.toBe(first)
})

test('a pool that is closed ends what is at work', async () => {
  const pool = opened()
  const spinning = pool.run('spin', { signal, ms: MINUTE })
  setImmediate(() => pool.close())
  await expect(spinning).rejects.toMatchObject({ reason: 'ended' })
})
