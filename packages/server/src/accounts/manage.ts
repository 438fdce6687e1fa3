import { hash } from 'node:crypto'
import type { Tier } from '@deep-research/sdk/contract'
import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import { UserError } from '#kernel/user-error.ts'
import type { AccessStore } from './access.ts'
import { type Account, type ApiKey, normalizeEmail } from './account.ts'
import { hashApiKey, mintApiKey } from './api-key.ts'
import { type Balances, topUp } from './credits.ts'
import { addEntryLink } from './entry-link.ts'
import type { AccountStore, CreditStore, KeyStore } from './ports.ts'
import { nextRenewal } from './renewal.ts'
import { type Origin, type SecurityEvent, type SecurityEventKind, securityEvent } from './security-event.ts'
import type { TwoFactorStore } from './ways.ts'

/** A key that was just made: the only time that its text is known. */
export interface NewKey extends ApiKey {
  key: string
}

/** An account's credits. */
export interface CreditStatement extends Balances {
  account: Account
  /** Milliseconds since 1970. */
  nextRenewal: number
}

/**
 * What an operator does with accounts, keys and credits. `account` is an id or an email address everywhere. What
 * changes something is written to the audit trail in the same transaction.
 * @throws {@link UserError} where an account or a key is not there, or a value is not taken.
 */
export interface Management {
  createAccount(email: string, tier: Tier): Promise<Account>
  listAccounts(): Promise<Account[]>
  setTier(account: string, tier: Tier): Promise<Account>
  /** Whether the account may see and change all accounts in the dashboard. */
  /** Turns two-factor sign-in off, for whoever lost their app and their backup codes. */
  removeTwoFactor(ref: string): Promise<Account>
  setOperator(account: string, operator: boolean): Promise<Account>
  /** The token of a link that opens the dashboard, signed in as the account: once, within an hour. */
  createLink(account: string): Promise<string>
  showCredits(account: string): Promise<CreditStatement>
  grantCredits(account: string, credits: number): Promise<CreditStatement>
  /** `once`, where given, names the attempt: a second one of the same name makes no further key. */
  createKey(account: string, name?: string, once?: string): Promise<NewKey>
  listKeys(account: string): Promise<ApiKey[]>
  /** Revokes a key at once and makes its successor, of the same name. */
  rollKey(keyId: string): Promise<NewKey>
  revokeKey(keyId: string): Promise<ApiKey>
}

export interface ManagementParts {
  accounts: AccountStore
  access: AccessStore
  keys: KeyStore
  credits: CreditStore
  twoFactors: TwoFactorStore
  clock: Clock
}

/** Most credits that one grant may add, and characters that a key's name may have. */
const MAX_GRANT = 1_000_000_000
const MAX_NAME = 100

export function createManagement(
  { accounts, access, keys, credits, twoFactors, clock }: ManagementParts,
  origin: Origin = { actor: 'program' },
): Management {
  const eventOf = (kind: SecurityEventKind, accountId: string, detail?: SecurityEvent['detail']) => {
    const at = clock.now()
    return securityEvent(origin, { id: newId('evt', at), at, kind, accountId, detail })
  }

  const find = async (ref: string) => {
    const account = await accounts.find(normalizeEmail(ref) ?? ref)
    if (!account) throw new UserError(`There is no account ${JSON.stringify(ref)}.`)
    return account
  }

  const statement = async (account: Account): Promise<CreditStatement> => {
    const now = clock.now()
    const balances = (await credits.balances(account.id, now)) ?? { free: 0, added: 0 }
    return { account, ...balances, nextRenewal: nextRenewal(account.registeredAt, now) }
  }

  const usableKey = async (keyId: string) => {
    const key = await keys.find(keyId)
    if (!key) throw new UserError(`There is no key ${JSON.stringify(keyId)}. "key list ACCOUNT" shows the ids.`)
    if (key.revokedAt !== undefined) throw new UserError(`The key ${keyId} was revoked before.`)
    return key
  }

  return {
    async createAccount(address, tier) {
      const email = normalizeEmail(address)
      if (email === undefined) throw new UserError(`${JSON.stringify(address)} is no e-mail address.`)
      const now = clock.now()
      const account = { id: newId('acct', now), email, tier, registeredAt: now }
      if (!(await accounts.create(account, eventOf('account_created', account.id))))
        throw new UserError(`${email} has an account already.`)
      return account
    },
    listAccounts: () => accounts.list(),
    async setTier(ref, tier) {
      const account = await find(ref)
      await accounts.setTier(account.id, tier, eventOf('tier_set', account.id, { from: account.tier, to: tier }))
      return { ...account, tier }
    },
    async setOperator(ref, operator) {
      const account = await find(ref)
      const kind = operator ? 'operator_granted' : 'operator_revoked'
      await access.setOperator(account.id, operator, eventOf(kind, account.id))
      return account
    },
    async removeTwoFactor(ref) {
      const account = await find(ref)
      if (!(await twoFactors.remove(account.id, eventOf('two_factor_off', account.id))))
        throw new UserError(`${account.email} has no two-factor sign-in.`)
      return account
    },
    async createLink(ref) {
      const { id } = await find(ref)
      return addEntryLink(access, { accountId: id }, clock.now(), eventOf('link_created', id))
    },
    showCredits: async (ref) => statement(await find(ref)),
    async grantCredits(ref, amount) {
      if (!Number.isInteger(amount) || amount < 1 || amount > MAX_GRANT) {
        throw new UserError(`Credits must be a whole number from 1 to ${MAX_GRANT}.`)
      }
      const account = await find(ref)
      const event = eventOf('credits_added', account.id, { credits: amount })
      await credits.append(account.id, [topUp(amount)], clock.now(), event)
      return statement(account)
    },
    async createKey(ref, name, once) {
      if (name !== undefined && (name === '' || name.length > MAX_NAME)) {
        throw new UserError(`A key's name must have 1 to ${MAX_NAME} characters.`)
      }
      const made = newKey((await find(ref)).id, name, clock.now())
      if (once !== undefined) {
        made.id = attemptId(made.accountId, once)
        if (await keys.find(made.id)) throw new UserError('This key was made before. It is shown only once.')
      }
      await keys.insert(made, hashApiKey(made.key), eventOf('key_created', made.accountId, ofKey(made)))
      return made
    },
    listKeys: async (ref) => keys.list((await find(ref)).id),
    async rollKey(keyId) {
      const old = await usableKey(keyId)
      const now = clock.now()
      const made = newKey(old.accountId, old.name, now)
      const event = eventOf('key_rolled', old.accountId, { ...ofKey(made), replaced: keyId })
      if (!(await keys.replace(keyId, now, made, hashApiKey(made.key), event))) await usableKey(keyId)
      return made
    },
    async revokeKey(keyId) {
      const key = await usableKey(keyId)
      const now = clock.now()
      if (!(await keys.revoke(keyId, now, eventOf('key_revoked', key.accountId, ofKey(key))))) await usableKey(keyId)
      return { ...key, revokedAt: now }
    },
  }
}

/** What tells a key in an event. */
function ofKey({ id, last4, name }: ApiKey): Record<string, string> {
  return { key: id, last4, ...(name !== undefined && { name }) }
}

/** Of one account and attempt, and so the database refuses a second key by itself. */
function attemptId(accountId: string, once: string): string {
  return `key_${hash('sha256', `${accountId} ${once}`, 'hex').slice(0, 32)}`
}

function newKey(accountId: string, name: string | undefined, now: number): NewKey {
  const key = mintApiKey()
  return {
    id: newId('key', now),
    accountId,
    name,
    last4: key.slice(-4),
    createdAt: now,
    lastUsedAt: undefined,
    revokedAt: undefined,
    key,
  }
}
