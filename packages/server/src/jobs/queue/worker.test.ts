import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '#kernel/clock.ts'
import { silentLog } from '#kernel/log.ts'
import type { Claim } from '../claim.ts'
import type { Handle } from './queue.ts'
import { startResearchWorker } from './worker.ts'

const ENVELOPES = { requestId: 'mine', includeThinking: false, includeToolCalls: false, metadata: undefined }

/** A worker for one request that never ends by itself, and whose log refuses all claims but the newest. */
function start() {
  let epoch = 0
  const given = Promise.withResolvers<Handle>()
  const tells: (() => void)[] = []
  /** The epochs of those who wrote to the log, and of those that ended. */
  const [written, ends]: [number[], number[]] = [[], []]
  const isNewest = (claim: Claim) => claim.epoch === epoch
  const worker = startResearchWorker({
    engine: {
      fingerprint: () => 'one',
      async *research(_task, { signal }) {
        let told = Promise.withResolvers<void>()
        tells.push(() => told.resolve())
        signal.addEventListener('abort', () => told.resolve())
        while (!signal.aborted) {
          await told.promise
          told = Promise.withResolvers()
          yield { type: 'answer', content: 'a' }
        }
      },
    },
    queue: {
      work(_limit, handle) {
        given.resolve(handle)
        return { close: async () => {} }
      },
    },
    runs: {
      async claim(id) {
        epoch += 1
        const job = { claim: { id, epoch }, task: { query: 'q', level: 'low' as const }, envelopes: ENVELOPES }
        return { job: { ...job, attended: false }, tries: 1, engine: 'one', steps: new Map() }
      },
      owns: async (claim) => isNewest(claim),
      ...{
        handBack: async () => true,
        saveStep: async () => true,
        restoreSteps: async () => {},
        seen: async () => {},
        abandoned: async () => [],
        detached: async () => new Set<string>(),
      },
      ...{ countTry: async () => 1, steps: async () => new Map() },
      ended: async () => new Map(),
    },
    events: {
      async write(claim) {
        written.push(claim.epoch)
        return isNewest(claim)
      },
      ...{ read: async () => undefined, length: async () => 0, lengths: async () => [], fence: async () => 0 },
      ...{ expire: async () => {}, sweep: async () => {} },
    },
    async settle(claim, { last }) {
      ends.push(claim.epoch)
      return isNewest(claim) ? { last, own: true } : { last: undefined, own: false }
    },
    ...{ presence: { unread: async () => [] }, onStop: () => () => {}, clock: systemClock, log: silentLog },
    ...{ announceEnd: () => {}, announceTaken: () => {}, stop: () => {} },
    ...{ graceMs: 1_000, limit: 2, timeoutMs: 60_000 },
  })
  onTestFinished(() => worker.close())
  return { handle: given.promise, tells, written, ends }
}

it('goes on with a request that it has lost and got again, whatever becomes of its earlier run', async () => {
  const { handle, tells, written, ends } = start()
  const work = await handle
  const first = work('req_1')
  await expect.poll(() => tells.length).toBe(1)
  work('req_1')
  await expect.poll(() => tells.length).toBe(2)
  tells[0]?.()
  expect(await first).toBe('done')
  tells[1]?.()
  await expect.poll(() => written).toContain(2)
  expect(ends).toEqual([1])
})
