import { describe, expect, it } from 'vitest'
import { type AccountState, decide, standingOf } from './decide.ts'

const registeredAt = Date.UTC(2026, 0, 31)
const now = Date.UTC(2026, 1, 10)
const asked = { id: 'req_1', credits: 20, now }
const running = { level: 'low', startedAt: now } as const

const state = (known: Partial<AccountState> = {}): AccountState => ({
  ...{ tier: 'free', registeredAt, balances: { free: 20, added: 0 }, lastPeriod: registeredAt, running: [] },
  ...{ suspended: false, budget: undefined, ...known },
})

/** Seconds from `now` to the last day of February. */
const secondsToRenewal = 18 * 86_400

describe('a request is admitted', () => {
  it('for exactly what there is, at its price', () => {
    expect(decide(state(), asked)).toEqual({
      answer: { kind: 'admitted', standing: { balance: 0, slots: 1, freeSlots: 0 } },
      entries: [{ pool: 'free', amount: -20, reason: 'charge', requestId: 'req_1' }],
    })
  })

  it('from the month that has begun, which is written with its charge', () => {
    const later = { ...asked, now: Date.UTC(2026, 1, 28) }
    const of = state({ balances: { free: 5, added: 1 } })
    expect(standingOf(of, later.now)).toEqual({ balance: 301, slots: 1, freeSlots: 1 })
    const { answer, entries } = decide(of, later)
    expect(answer).toMatchObject({ kind: 'admitted', standing: { balance: 281 } })
    expect(entries.map(({ amount, reason }) => [amount, reason])).toEqual([
      [-5, 'expiry'],
      [300, 'grant'],
      [-20, 'charge'],
    ])
    expect(decide(state({ running: [running], balances: { free: 5, added: 0 } }), later).entries).toEqual([])
  })

  it('where it takes exactly what is left of a limit or a budget', () => {
    const limits = { limit: { credits: 100, spent: 80 }, budget: { credits: 20, spent: 0 } }
    expect(decide(state(limits), asked).answer.kind).toBe('admitted')
  })
})

describe('a request is refused, and nothing is written', () => {
  it.each<[string, Partial<AccountState>, object]>([
    ['of a suspended account, before all else', { suspended: true, running: [running] }, { kind: 'suspended' }],
    [
      'without a free slot, whatever the balance',
      { running: [running], balances: { free: 0, added: 0 } },
      { kind: 'busy', running: [running], standing: { balance: 0, slots: 1, freeSlots: 0 } },
    ],
    [
      'of a lowered tier with more running than it has slots',
      { running: [running, running] },
      { kind: 'busy', running: [running, running], standing: { balance: 20, slots: 1, freeSlots: 0 } },
    ],
    [
      'for one credit too few, whatever the budget',
      { balances: { free: 10, added: 9 }, budget: { credits: 0, spent: 0 } },
      { kind: 'short', secondsToRenewal, standing: { balance: 19, slots: 1, freeSlots: 1 } },
    ],
    [
      'over the limit of its account, before that of its key',
      { limit: { credits: 50, spent: 31 }, budget: { credits: 10, spent: 0 } },
      { kind: 'over-budget', of: 'account', budget: 50, left: 19, secondsToRenewal, standing: expect.anything() },
    ],
    [
      'over the budget of its key, of which no less than nothing is left',
      { limit: { credits: 50, spent: 0 }, budget: { credits: 10, spent: 40 } },
      { kind: 'over-budget', of: 'key', budget: 10, left: 0, secondsToRenewal, standing: expect.anything() },
    ],
  ])('%s', (_, known, answer) => {
    expect(decide(state(known), asked)).toEqual({ answer, entries: [] })
  })
})
