import type { Tier } from '@deep-research/sdk/contract'
import { slots } from '#accounts/account.ts'
import { apply, type Balances, charge, type LedgerEntry, renew, total } from '#accounts/credits.ts'
import { secondsToRenewal } from '#accounts/renewal.ts'
import type { AdmitCommand, Admitted } from './ports.ts'
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
}

/** Slot first, credits second. The entries are written only where the request is admitted. */
export function decide(
  state: AccountState,
  { id, credits, now }: Pick<AdmitCommand, 'id' | 'credits' | 'now'>,
): { answer: Admitted; entries: LedgerEntry[] } {
  const { tier, registeredAt, running } = state
  if (running.length >= slots(tier)) return { answer: { kind: 'busy', slots: slots(tier), running }, entries: [] }
  const renewal = renew(state.balances, registeredAt, state.lastPeriod, now)
  const balances = apply(state.balances, renewal)
  const charged = charge(balances, credits, id)
  if (charged) return { answer: { kind: 'admitted' }, entries: [...renewal, ...charged] }
  return {
    answer: { kind: 'short', balance: total(balances), secondsToRenewal: secondsToRenewal(registeredAt, now) },
    entries: [],
  }
}
