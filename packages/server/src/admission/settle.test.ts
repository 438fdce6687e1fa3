import { expect, it, vi } from 'vitest'
import { silentLog } from '#kernel/log.ts'
import { noMetrics } from '#kernel/metrics.ts'
import type { AdmissionStore, SettleCommand } from './ports.ts'
import { createSettle } from './settle.ts'

it('settles what the storage did not take as failed and refunded, once it answers again', async () => {
  vi.useFakeTimers()
  const taken: SettleCommand[] = []
  let faults = 3
  const store: Pick<AdmissionStore, 'settle'> = {
    async settle(command) {
      faults -= 1
      if (faults >= 0) throw new Error('locked')
      taken.push(command)
      return true
    },
  }
  const settle = createSettle({
    store: store as AdmissionStore,
    metrics: noMetrics,
    clock: { now: () => 7 },
    log: silentLog,
    retryMs: 10,
    resumeWindowMs: 5,
  })
  await expect(settle('req_1', { status: 'cancelled' })).rejects.toThrow('locked')
  await vi.advanceTimersByTimeAsync(29)
  expect(taken).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  vi.useRealTimers()
  expect(taken).toEqual([
    { id: 'req_1', status: 'failed', failure: 'PROXY_ERROR', refund: true, release: true, eventsUntil: 12, now: 7 },
  ])
})
