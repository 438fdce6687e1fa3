import { hash } from 'node:crypto'
import { UserError } from '#kernel/user-error.ts'
import type { Account } from './account.ts'
import { type Balances, takeBack, topUp } from './credits.ts'
import type { KeyManagementParts } from './manage-keys.ts'
import type { CreditStore } from './ports.ts'
import { nextRenewal } from './renewal.ts'

/** An account's credits. */
export interface CreditStatement extends Balances {
  /** Whose credits they are. */
  account: Account
  /** Milliseconds since 1970. */
  nextRenewal: number
}

/** Manages credits. `account` is an id or an email address. */
export interface CreditManagement {
  /** The balance of an account, and what has changed it. */
  showCredits(account: string): Promise<CreditStatement>
  /**
   * Adds credits. `reason` goes into the account's ledger. `once` names the grant: a second call with the same name adds
   * nothing, and one with the same name and another account, amount or reason is refused.
   */
  grantCredits(account: string, credits: number, reason?: string, once?: string): Promise<CreditStatement>
  /** Takes credits back, added ones first. `reason` goes into the account's ledger. */
  takeCredits(account: string, credits: number, reason?: string): Promise<CreditStatement>
}

export interface CreditManagementParts extends Omit<KeyManagementParts, 'keys'> {
  credits: CreditStore
}

const OTHER_GRANT =
  'This Idempotency-Key was used for another grant. Send the same account, credits and reason, or use another key.'

/** The largest number of credits in one change, and the longest reason, in characters. */
const MAX_CREDITS = 1_000_000_000
const MAX_REASON = 200

export function createCreditManagement({ credits, clock, find, eventOf }: CreditManagementParts): CreditManagement {
  const statement = async (account: Account): Promise<CreditStatement> => {
    const now = clock.now()
    const balances = (await credits.balances(account.id, now)) ?? { free: 0, added: 0 }
    return { account, ...balances, nextRenewal: nextRenewal(account.registeredAt, now) }
  }

  return {
    showCredits: async (ref) => statement(await find(ref)),
    async grantCredits(ref, amount, reason, once) {
      checkChange(amount, reason)
      const account = await find(ref)
      const event = eventOf('credits_added', account.id, { credits: amount, ...because(reason) })
      if (once !== undefined) {
        const bodyHash = hash('sha256', JSON.stringify([amount, reason ?? null]), 'hex')
        const change = { idempotencyKey: once, bodyHash, entries: [topUp(amount, reason)] }
        if ((await credits.changeOnce(account.id, change, clock.now(), event)) === 'other')
          throw new UserError(OTHER_GRANT)
        return statement(account)
      }
      await credits.change(account.id, () => [topUp(amount, reason)], clock.now(), event)
      return statement(account)
    },
    async takeCredits(ref, amount, reason) {
      checkChange(amount, reason)
      const account = await find(ref)
      const event = eventOf('credits_taken', account.id, { credits: amount, ...because(reason) })
      const take = (balances: Balances) => takeBack(balances, amount, reason)
      if (!(await credits.change(account.id, take, clock.now(), event))) {
        throw new UserError(`${account.email} has fewer than ${amount} credits. Take back at most its balance.`)
      }
      return statement(account)
    },
  }
}

function checkChange(credits: number, reason: string | undefined): void {
  if (!Number.isInteger(credits) || credits < 1 || credits > MAX_CREDITS) {
    throw new UserError(`Credits must be a whole number from 1 to ${MAX_CREDITS}.`)
  }
  checkReason(reason)
}

/** @throws {UserError} */
export function checkReason(reason: string | undefined): void {
  if (reason !== undefined && (reason === '' || reason.length > MAX_REASON)) {
    throw new UserError(`A reason must have 1 to ${MAX_REASON} characters.`)
  }
}

/** A reason as a detail of an event. */
export function because(reason: string | undefined): Record<string, string> {
  return reason === undefined ? {} : { reason }
}
