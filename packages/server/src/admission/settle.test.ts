import { expect, it } from 'vitest'
import type { Outcome, Settled } from '#jobs/ports.ts'
import { silentLog } from '#kernel/log.ts'
import { noMetrics } from '#kernel/metrics.ts'
import type { AdmissionStore, SettleCommand } from './ports.ts'
import { createSettle, endOfLost } from './settle.ts'

const clock = { now: () => 7 }
const claim = { id: 'req_1', epoch: 3 }

function settleInto(taken: SettleCommand[], resultRetentionMs: number, answer?: Settled, metrics = noMetrics) {
  const store: Pick<AdmissionStore, 'settle'> = {
    async settle(command) {
      taken.push(command)
      return taken.length === 1 ? { last: command.last, own: true } : answer
    },
  }
  return createSettle({
    ...{ store: store as AdmissionStore, metrics, clock, log: silentLog },
    ...{ resumeWindowMs: 5, resultRetentionMs },
  })
}

const usage = { iterations: 1, tool_calls: 0, sources_cited: 0, thinking_tokens: 0, answer_tokens: 0, total_tokens: 0 }

it.each<[Outcome, Partial<SettleCommand>]>([
  [
    { status: 'completed', usage: { ...usage, latency_ms: 3 } },
    { refund: false, usage: { ...usage, latency_ms: 3 } },
  ],
  [{ status: 'cancelled' }, { refund: false }],
  [
    { status: 'failed', code: 'RESEARCH_TIMEOUT' },
    { refund: true, failure: 'RESEARCH_TIMEOUT' },
  ],
])('refunds what failed, and nothing else: %o', async (outcome, expected) => {
  const taken: SettleCommand[] = []
  const end = { outcome, last: '{}', position: 2, unwritten: [{ first: 0, count: 2, lines: Buffer.from('1\n2') }] }
  await settleInto(taken, 30)(claim, end)
  const { outcome: _, ...stored } = end
  const until = { eventsUntil: 12, resultUntil: 37, now: 7 }
  expect(taken).toEqual([{ ...claim, status: outcome.status, ...expected, ...stored, ...until }])
})

it('keeps an end as long as the events at least', async () => {
  const taken: SettleCommand[] = []
  await settleInto(taken, 0)(claim, { outcome: { status: 'cancelled' }, last: '{}', unwritten: [] })
  expect(taken).toMatchObject([{ eventsUntil: 12, resultUntil: 12 }])
})

it('counts a research once, by whoever ended it', async () => {
  for (const answer of [undefined, { last: 'theirs', own: false }]) {
    const counted: unknown[] = []
    const metrics = { ...noMetrics, researched: (...what: unknown[]) => void counted.push(what) }
    const settle = settleInto([], 0, answer, metrics)
    const end = {
      outcome: { status: 'completed', usage: { ...usage, latency_ms: 3 } },
      last: '{}',
      unwritten: [],
    } as const
    expect(await settle(claim, end)).toEqual({ last: '{}', own: true })
    expect(await settle(claim, end)).toEqual(answer)
    expect(counted).toEqual([['completed', 3]])
  }
})

it('ends what runs nowhere with an envelope of the caller’s own id and notes', () => {
  const request = { id: 'req_1', clientRequestId: 'mine', metadata: { team: 'reef' } }
  const { outcome, last, unwritten } = endOfLost(request, 'SERVER_RESTARTED', clock)
  expect([outcome, unwritten]).toEqual([{ status: 'failed', code: 'SERVER_RESTARTED' }, []])
  expect(JSON.parse(last)).toMatchObject({
    type: 'research.failed',
    request_id: 'mine',
    data: { error: { code: 'SERVER_RESTARTED', type: 'shutdown_error' }, metadata: { team: 'reef' } },
  })
  const nameless = endOfLost({ ...request, clientRequestId: undefined }, 'SERVER_RESTARTED', clock)
  expect(JSON.parse(nameless.last)).toMatchObject({ request_id: 'req_1' })
})
