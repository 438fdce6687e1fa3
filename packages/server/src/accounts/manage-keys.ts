import { hash } from 'node:crypto'
import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import { UserError } from '#kernel/user-error.ts'
import { type Account, type ApiKey, isOver, type KeySettings } from './account.ts'
import { hashApiKey, mintApiKey } from './api-key.ts'
import type { KeyBudget, KeyStore } from './ports.ts'
import { periodStart } from './renewal.ts'
import type { SecurityEvent, SecurityEventKind } from './security-event.ts'

/** A key that was just created. Only now is its text known. */
export interface NewKey extends ApiKey {
  /** The key itself: it is shown only now, and only its hash is stored. */
  key: string
}

/** Manages keys. `account` is an id or an email address. */
export interface KeyManagement {
  /** `once` names the attempt: a second call with the same name creates no further key. */
  createKey(account: string, name?: string, once?: string): Promise<NewKey>
  /** The keys of an account, without their secrets. */
  listKeys(account: string): Promise<ApiKey[]>
  /** What a key with a budget has spent in this credit month; undefined for a key without a budget. */
  showBudget(keyId: string): Promise<KeyBudget | undefined>
  /** Sets a key's name, expiry, budget and scopes; an undefined value removes it. */
  changeKey(keyId: string, settings: KeySettings): Promise<ApiKey>
  /**
   * Creates a key's successor with the same name, expiry, budget and scopes. The old key is revoked at once, or stays valid for
   * `graceMs` milliseconds.
   */
  rollKey(keyId: string, graceMs?: number): Promise<NewKey>
  /** Makes a key invalid for good. */
  revokeKey(keyId: string): Promise<ApiKey>
  /**
   * Revokes all keys of an account.
   * @returns how many were in use.
   */
  revokeKeys(account: string): Promise<number>
}

export interface KeyManagementParts {
  keys: KeyStore
  clock: Clock
  find: (account: string) => Promise<Account>
  eventOf: (kind: SecurityEventKind, accountId: string, detail?: SecurityEvent['detail']) => SecurityEvent
}

/** The longest name of a key, in characters, and the largest budget, in credits. */
const MAX_NAME = 100
const MAX_BUDGET = 1_000_000_000

export function createKeyManagement({ keys, clock, find, eventOf }: KeyManagementParts): KeyManagement {
  const usableKey = async (keyId: string) => {
    const key = await keys.find(keyId)
    if (!key)
      throw new UserError(
        `There is no key ${JSON.stringify(keyId)}. "key list ACCOUNT" shows the ids of an account's keys.`,
      )
    if (key.revokedAt !== undefined) throw new UserError(`The key ${keyId} is already revoked.`)
    if (isOver(key, clock.now())) throw new UserError(`The key ${keyId} has expired.`)
    return key
  }

  return {
    async createKey(ref, name, once) {
      checkName(name)
      const made = newKey({ accountId: (await find(ref)).id, name }, clock.now())
      if (once !== undefined) {
        made.id = attemptId(made.accountId, once)
        if (await keys.find(made.id))
          throw new UserError('This key has already been created. A key is shown only once.')
      }
      await keys.insert(made, hashApiKey(made.key), eventOf('key_created', made.accountId, ofKey(made)))
      return made
    },
    listKeys: async (ref) => keys.list((await find(ref)).id),
    async showBudget(keyId) {
      const { accountId } = await usableKey(keyId)
      return keys.budget(keyId, periodStart((await find(accountId)).registeredAt, clock.now()))
    },
    async changeKey(keyId, settings) {
      const key = await usableKey(keyId)
      checkName(settings.name)
      checkLimits(settings, clock.now())
      const changed = { ...key, ...settings }
      if (!(await keys.change(keyId, settings, eventOf('key_changed', key.accountId, limitsOf(changed))))) {
        await usableKey(keyId)
      }
      return changed
    },
    async rollKey(keyId, graceMs) {
      const old = await usableKey(keyId)
      const at = clock.now()
      const successor = newKey(old, at)
      const until = graceMs === undefined ? undefined : at + graceMs
      const event = eventOf('key_rolled', old.accountId, {
        ...ofKey(successor),
        replaced: keyId,
        ...(until !== undefined && { 'old key until': new Date(until).toISOString() }),
      })
      const by = { successor, hash: hashApiKey(successor.key) }
      if (!(await keys.replace(keyId, { at, until }, by, event))) await usableKey(keyId)
      return successor
    },
    async revokeKey(keyId) {
      const key = await usableKey(keyId)
      const now = clock.now()
      if (!(await keys.revoke(keyId, now, eventOf('key_revoked', key.accountId, ofKey(key))))) await usableKey(keyId)
      return { ...key, revokedAt: now }
    },
    async revokeKeys(ref) {
      const { id } = await find(ref)
      return keys.revokeAll(id, clock.now(), eventOf('keys_revoked', id))
    },
  }
}

function checkName(name: string | undefined): void {
  if (name !== undefined && (name === '' || name.length > MAX_NAME)) {
    throw new UserError(`A key's name must have 1 to ${MAX_NAME} characters.`)
  }
}

function checkLimits({ expiresAt, monthlyBudget, scopes }: KeySettings, now: number): void {
  if (scopes?.length === 0) throw new UserError('Choose what the key may do.')
  if (expiresAt !== undefined && !(expiresAt > now))
    throw new UserError('A key must expire in the future. Choose a later day.')
  if (monthlyBudget === undefined) return
  if (!Number.isInteger(monthlyBudget) || monthlyBudget < 0 || monthlyBudget > MAX_BUDGET) {
    throw new UserError(`A key's budget must be a whole number of credits from 0 to ${MAX_BUDGET}.`)
  }
}

/** What identifies a key in an event. */
function ofKey({ id, last4, name }: ApiKey): Record<string, string> {
  return { key: id, last4, ...(name !== undefined && { name }) }
}

/** The same, with the key's limits. */
function limitsOf(key: ApiKey): Record<string, string | number> {
  const { expiresAt, monthlyBudget, scopes } = key
  return {
    ...ofKey(key),
    expires: expiresAt === undefined ? 'never' : new Date(expiresAt).toISOString(),
    'credits a month': monthlyBudget ?? 'no limit',
    ...(scopes && { scopes: scopes.join(' ') }),
  }
}

/** The id is derived from the account and the attempt, so the database itself refuses a second key. */
function attemptId(accountId: string, once: string): string {
  return `key_${hash('sha256', `${accountId} ${once}`, 'hex').slice(0, 32)}`
}

type Inherited = Pick<ApiKey, 'accountId' | 'name'> & Partial<KeySettings>

function newKey({ accountId, name, expiresAt, monthlyBudget, scopes }: Inherited, now: number): NewKey {
  const key = mintApiKey()
  return {
    id: newId('key', now),
    accountId,
    name,
    last4: key.slice(-4),
    createdAt: now,
    lastUsedAt: undefined,
    revokedAt: undefined,
    expiresAt,
    monthlyBudget,
    scopes,
    key,
  }
}
