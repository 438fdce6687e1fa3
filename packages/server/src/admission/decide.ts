import type { Tier } from '@deep-research/sdk/contract'
import { slots } from '#accounts/account.ts'
import { apply, type Balances, charge, type LedgerEntry, renew, total } from '#accounts/credits.ts'
import type { KeyBudget } from '#accounts/ports.ts'
import { secondsToRenewal } from '#accounts/renewal.ts'
import type { AdmitCommand, Admitted, Standing } from './ports.ts'
import type { Running } from './retry-after.ts'

/** What the admitting transaction reads. */
export interface AccountState {
  tier: Tier
  registeredAt: number
  balances: Balances
  /** Start of the month of the last grant. */
  lastPeriod: number | undefined
  /** The account's requests that have not ended. */
  running: Running[]
  suspended: boolean
  /** The monthly budget of the request's key, and how much of it is spent; undefined if it has none. */
  budget: KeyBudget | undefined
  /** The same of the account; undefined if it has none. */
  limit?: KeyBudget | undefined
}

/** The state of the account after a renewal that may be due. */
export function standingOf(state: AccountState, now: number): Standing {
  const limit = slots(state.tier)
  return {
    balance: total(apply(state.balances, dueRenewal(state, now))),
    slots: limit,
    freeSlots: Math.max(0, limit - state.running.length),
  }
}

/** Checks the slots, the balance, the account's spending limit, then the key's budget. The entries are written only if the request is admitted. */
export function decide(
  state: AccountState,
  { id, credits, now }: Pick<AdmitCommand, 'id' | 'credits' | 'now'>,
): { answer: Admitted; entries: LedgerEntry[] } {
  const { registeredAt, running, budget, limit } = state
  if (state.suspended) return { answer: { kind: 'suspended' }, entries: [] }
  const standing = standingOf(state, now)
  if (standing.freeSlots === 0) return { answer: { kind: 'busy', running, standing }, entries: [] }
  const renewal = dueRenewal(state, now)
  const charged = charge(apply(state.balances, renewal), credits, id)
  const short = { secondsToRenewal: secondsToRenewal(registeredAt, now), standing }
  if (!charged) return { answer: { kind: 'short', ...short }, entries: [] }
  const passed = limit && leftOf(limit) < credits ? { of: 'account' as const, budget: limit } : undefined
  const over = passed ?? (budget && leftOf(budget) < credits ? { of: 'key' as const, budget } : undefined)
  if (over) {
    const { of, budget } = over
    return { answer: { kind: 'over-budget', of, budget: budget.credits, left: leftOf(budget), ...short }, entries: [] }
  }
  const after = { ...standing, balance: standing.balance - credits, freeSlots: standing.freeSlots - 1 }
  return { answer: { kind: 'admitted', standing: after }, entries: [...renewal, ...charged] }
}

function leftOf({ credits, spent }: KeyBudget): number {
  return Math.max(0, credits - spent)
}

function dueRenewal({ balances, registeredAt, lastPeriod }: AccountState, now: number): LedgerEntry[] {
  return renew(balances, registeredAt, lastPeriod, now)
}
