import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { expect, it } from 'vitest'
import type { Log } from '#kernel/log.ts'
import { silentLog } from '#kernel/log.ts'
import { createReadiness, type ReadinessParts } from './readiness.ts'

/** A check whose answer is only whether the process is ready. */
function open(parts: Omit<ReadinessParts, 'overdue'>): () => Promise<boolean> {
  const look = createReadiness({ overdue: async () => 0, ...parts })
  return async () => (await look()).ready
}

it('follows the storage, and logs each change once', async () => {
  const lines: string[] = []
  const log: Log = { ...silentLog, info: (_, line) => lines.push(line), error: (_, line) => lines.push(line) }
  const outcomes = [true, false, false, true]
  const beat = async () => {
    if (!outcomes.shift()) throw new Error('no')
  }
  const ready = open({ beat, accepting: () => true, log, goodForMs: 0 })
  expect([await ready(), await ready(), await ready(), await ready()]).toEqual([true, false, false, true])
  expect(lines).toEqual([
    'the storage does not take a small read and write; not ready',
    'the storage takes reads and writes again',
  ])
})

it('writes once for all who ask at about the same time', async () => {
  let beats = 0
  const beat = async () => {
    beats += 1
  }
  const ready = open({ beat, accepting: () => true, log: silentLog, goodForMs: 60_000 })
  await Promise.all(Array.from({ length: 50 }, ready))
  await ready()
  expect(beats).toBe(1)
})

it('does not wait for a storage that does not answer', async () => {
  const beat = () => new Promise<void>(() => {})
  const ready = open({ beat, accepting: () => true, log: silentLog, patienceMs: 1 })
  expect(await ready()).toBe(false)
})

it('counts what the storage answered while the process stood still', async () => {
  const { port1: storage, port2: answers } = new MessageChannel()
  const beat = async () => {
    storage.postMessage('done')
    await once(answers, 'message')
  }
  const ready = open({ beat, accepting: () => true, log: silentLog, patienceMs: 50 })
  // Here the event loop comes to its timers next.
  await new Promise(setImmediate)
  const answer = ready()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  expect(await answer).toBe(true)
  storage.close()
})

it('is over as soon as no requests are taken, whatever the storage does', async () => {
  let accepting = true
  const ready = open({ beat: async () => {}, accepting: () => accepting, log: silentLog })
  expect(await ready()).toBe(true)
  accepting = false
  expect(await ready()).toBe(false)
})

it('tells of requests that stand still, logs that once, and takes requests all the same', async () => {
  const lines: string[] = []
  const log: Log = { ...silentLog, error: (_, line) => lines.push(line) }
  const counts = [0, 1, 2, 0]
  const overdue = async () => counts.shift() ?? 0
  const look = createReadiness({ beat: async () => {}, overdue, accepting: () => true, log, goodForMs: 0 })
  const told = [await look(), await look(), await look(), await look()]
  expect(told).toEqual([0, 1, 2, 0].map((overdue) => ({ ready: true, overdue })))
  expect(lines).toEqual(['research has taken longer than its level allows; it seems to stand still'])
})
