import type { Tier } from '@deep-research/sdk/contract'
import type { Clock } from '#kernel/clock.ts'
import { commandWords } from '#kernel/command-words.ts'
import { newId } from '#kernel/ids.ts'
import { UserError } from '#kernel/user-error.ts'
import type { AccessStore } from './access.ts'
import { type Account, normalizeEmail } from './account.ts'
import { addEntryLink } from './entry-link.ts'
import { because, type CreditManagement, checkReason, createCreditManagement } from './manage-credits.ts'
import { createKeyManagement, type KeyManagement } from './manage-keys.ts'
import type { AccountStore, CreditStore, KeyStore } from './ports.ts'
import { type Origin, type SecurityEvent, type SecurityEventKind, securityEvent } from './security-event.ts'
import type { TwoFactorStore } from './ways.ts'

/**
 * What an operator can do with accounts, keys and credits. `account` is always an id or an email address. Each change
 * is recorded in the audit trail in the same transaction.
 * @throws {@link UserError} if an account or a key does not exist, or a value is invalid.
 */
export interface Management extends KeyManagement, CreditManagement {
  /** Creates an account for an address that has none. */
  createAccount(email: string, tier: Tier): Promise<Account>
  /** All accounts. */
  listAccounts(): Promise<Account[]>
  /** Changes how many requests the account may run at once. */
  setTier(account: string, tier: Tier): Promise<Account>
  /** Sets the credits that the account may spend in each credit month; undefined removes the limit. */
  setSpendingLimit(account: string, credits: number | undefined): Promise<Account>
  /** Turns off two-factor sign-in, for someone who lost their app and their backup codes. */
  removeTwoFactor(account: string): Promise<Account>
  /** Whether the account may see and change all accounts in the dashboard. */
  setOperator(account: string, operator: boolean): Promise<Account>
  /**
   * Suspends an account until it is reinstated: its keys are refused, and its sessions and links are closed. Running
   * requests continue. `reason` goes into the audit trail.
   */
  suspend(account: string, reason?: string): Promise<Account>
  /** Lets a suspended account research again. */
  reinstate(account: string, reason?: string): Promise<Account>
  /**
   * Creates a link that signs in to the account's dashboard once, within an hour.
   * @returns the link's token.
   */
  createLink(account: string): Promise<string>
}

export interface ManagementParts {
  accounts: AccountStore
  access: AccessStore
  keys: KeyStore
  credits: CreditStore
  twoFactors: TwoFactorStore
  clock: Clock
}

/** The largest spending limit, in credits. */
const MAX_LIMIT = 1_000_000_000

export function createManagement(parts: ManagementParts, origin: Origin = { actor: 'program' }): Management {
  const { accounts, access, keys, credits, twoFactors, clock } = parts
  const eventOf = (kind: SecurityEventKind, accountId: string, detail?: SecurityEvent['detail']) => {
    const at = clock.now()
    return securityEvent(origin, { id: newId('evt', at), at, kind, accountId, detail })
  }

  const find = async (ref: string) => {
    const account = await accounts.find(normalizeEmail(ref) ?? ref)
    if (!account)
      throw new UserError(
        `There is no account ${JSON.stringify(ref)}. ${commandWords()} account list shows all accounts.`,
      )
    return account
  }

  const suspension = async (ref: string, at: number | undefined, reason: string | undefined) => {
    checkReason(reason)
    const account = await find(ref)
    const event = eventOf(at === undefined ? 'account_reinstated' : 'account_suspended', account.id, because(reason))
    if (!(await accounts.suspend(account.id, at, event))) {
      throw new UserError(`${account.email} is ${at === undefined ? 'not suspended' : 'already suspended'}.`)
    }
    return { ...account, suspendedAt: at }
  }

  return {
    ...createKeyManagement({ keys, clock, find, eventOf }),
    ...createCreditManagement({ credits, clock, find, eventOf }),
    async createAccount(address, tier) {
      const email = normalizeEmail(address)
      if (email === undefined) throw new UserError(`${JSON.stringify(address)} is not an email address.`)
      const now = clock.now()
      const account = { id: newId('acct', now), email, tier, registeredAt: now }
      if (!(await accounts.create(account, eventOf('account_created', account.id))))
        throw new UserError(`${email} already has an account.`)
      return account
    },
    listAccounts: () => accounts.list(),
    async setTier(ref, tier) {
      const account = await find(ref)
      await accounts.setTier(account.id, tier, eventOf('tier_set', account.id, { from: account.tier, to: tier }))
      return { ...account, tier }
    },
    async setSpendingLimit(ref, credits) {
      if (credits !== undefined && !(Number.isInteger(credits) && credits >= 0 && credits <= MAX_LIMIT)) {
        throw new UserError(`A spending limit must be a whole number of credits from 0 to ${MAX_LIMIT}.`)
      }
      const account = await find(ref)
      const detail = { 'credits a month': credits ?? 'no limit' }
      await accounts.setSpendingLimit(account.id, credits, eventOf('spending_limit_set', account.id, detail))
      return { ...account, spendingLimit: credits }
    },
    async setOperator(ref, operator) {
      const account = await find(ref)
      const kind = operator ? 'operator_granted' : 'operator_revoked'
      await access.setOperator(account.id, operator, eventOf(kind, account.id))
      return account
    },
    suspend: (ref, reason) => suspension(ref, clock.now(), reason),
    reinstate: (ref, reason) => suspension(ref, undefined, reason),
    async removeTwoFactor(ref) {
      const account = await find(ref)
      if (!(await twoFactors.remove(account.id, eventOf('two_factor_off', account.id))))
        throw new UserError(`${account.email} does not use two-factor sign-in.`)
      return account
    },
    async createLink(ref) {
      const { id, email, suspendedAt } = await find(ref)
      if (suspendedAt !== undefined) throw new UserError(`${email} is suspended. Reinstate it first.`)
      return addEntryLink(access, { accountId: id }, clock.now(), eventOf('link_created', id))
    },
  }
}
