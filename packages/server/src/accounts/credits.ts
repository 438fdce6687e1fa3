import { MONTHLY_FREE_CREDITS } from '@deep-research/sdk/contract'
import { periodStart } from './renewal.ts'

/** Two balances: the monthly grant, which each renewal replaces, and added credits, which do not expire. */
export interface Balances {
  /** What is left of the monthly grant. */
  free: number
  /** What is left of the credits that were granted on top. */
  added: number
}

export type Pool = keyof Balances

/** Why a balance changed. A `top_up` below zero means that the operator took credits back. */
export type LedgerReason = 'grant' | 'expiry' | 'top_up' | 'charge' | 'refund'

/** One change of one balance. The ledger is append-only; a balance is the sum of its entries. */
export interface LedgerEntry {
  pool: Pool
  /** Credits, never 0; negative if they leave the balance. */
  amount: number
  reason: LedgerReason
  /** The request that was charged or refunded. */
  requestId?: string
  /** For a grant: the start of its credit month. */
  period?: number
  /** Why the operator added credits or took them back. */
  note?: string
}

/** The sum of both balances. */
export function total({ free, added }: Balances): number {
  return free + added
}

/** The balances after further entries. */
export function apply(balances: Balances, entries: readonly LedgerEntry[]): Balances {
  const after = { ...balances }
  for (const { pool, amount } of entries) after[pool] += amount
  return after
}

/**
 * The entries of a renewal, if one is due: the rest of the old grant expires and the new one is added. Skipped months
 * need no entries, since each grant would have replaced the one before.
 */
export function renew(
  balances: Balances,
  registeredAt: number,
  lastPeriod: number | undefined,
  now: number,
): LedgerEntry[] {
  const period = periodStart(registeredAt, now)
  if (lastPeriod !== undefined && period <= lastPeriod) return []
  const grant: LedgerEntry = { pool: 'free', amount: MONTHLY_FREE_CREDITS, reason: 'grant', period }
  return balances.free === 0 ? [grant] : [{ pool: 'free', amount: -balances.free, reason: 'expiry' }, grant]
}

/** The entries of a charge, which takes free credits first; undefined if the balances are too low. */
export function charge(balances: Balances, credits: number, requestId: string): LedgerEntry[] | undefined {
  if (total(balances) < credits) return undefined
  const free = Math.min(balances.free, credits)
  return partsOf({ free, added: credits - free }).map(([pool, part]) => ({
    pool,
    amount: -part,
    reason: 'charge',
    requestId,
  }))
}

/** The entries that refund a charge in full, each part to the balance that it came from. */
export function refund(charged: readonly LedgerEntry[]): LedgerEntry[] {
  return charged.map(({ pool, amount, requestId }) => ({
    pool,
    amount: -amount,
    reason: 'refund',
    ...(requestId !== undefined && { requestId }),
  }))
}

/** The entry of credits that the operator adds. */
export function topUp(credits: number, note?: string): LedgerEntry {
  return { pool: 'added', amount: credits, reason: 'top_up', ...(note !== undefined && { note }) }
}

/** The entries that take credits back, added ones first; undefined if the balances are too low. */
export function takeBack(balances: Balances, credits: number, note?: string): LedgerEntry[] | undefined {
  if (total(balances) < credits) return undefined
  const added = Math.min(balances.added, credits)
  return partsOf({ free: credits - added, added }).map(([pool, amount]) => ({ ...topUp(-amount, note), pool }))
}

/** Whether a balance fell below the amount at which its account wants to be told. */
export function crosses({ before, after }: { before: number; after: number }, below: number | undefined): boolean {
  return below !== undefined && before >= below && after < below
}

/** The balances that contribute to a sum. */
function partsOf(parts: Balances): [Pool, number][] {
  return (Object.entries(parts) as [Pool, number][]).filter(([, part]) => part > 0)
}
