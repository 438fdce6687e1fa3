import type { Tier } from '@deep-research/sdk/contract'
import type { Account, ApiKey } from './account.ts'
import type { Balances, LedgerEntry } from './credits.ts'
import type { SecurityEvent } from './security-event.ts'

/** Where accounts are kept. Each method is one transaction, with the event that tells of it. */
export interface AccountStore {
  /** False where the address has an account already. */
  create(account: Account, event?: SecurityEvent): Promise<boolean>
  /** By id or by e-mail address. */
  find(idOrEmail: string): Promise<Account | undefined>
  /** The oldest first. */
  list(): Promise<Account[]>
  /** Whether there is any account. */
  any(): Promise<boolean>
  /** False where there is no such account. */
  setTier(id: string, tier: Tier, event?: SecurityEvent): Promise<boolean>
}

/** What a valid key opens. */
export interface Principal {
  accountId: string
  keyId: string
  keyLastUsedAt: number | undefined
}

/** Where keys are kept, by their hashes. Each method is one transaction, with the event that tells of it. */
export interface KeyStore {
  insert(key: ApiKey, hash: string, event?: SecurityEvent): Promise<void>
  /** The unrevoked key with this hash; at once where the storage can, as every request asks. */
  authenticate(hash: string): Principal | undefined | Promise<Principal | undefined>
  find(id: string): Promise<ApiKey | undefined>
  /** The oldest first. */
  list(accountId: string): Promise<ApiKey[]>
  /** False where there is no such key, or it was revoked before. */
  revoke(id: string, at: number, event?: SecurityEvent): Promise<boolean>
  /** Revokes one key and inserts its successor, or neither: false as with `revoke`. */
  replace(id: string, at: number, successor: ApiKey, hash: string, event?: SecurityEvent): Promise<boolean>
  /** Notes that a key was used. */
  touch(id: string, at: number): Promise<void>
}

/** Where the ledger is kept. Each method is one transaction, with the event that tells of it. */
export interface CreditStore {
  /** The balances, after the renewal that may be due. Undefined where there is no such account. */
  balances(accountId: string, now: number): Promise<Balances | undefined>
  /** Appends entries that no request caused. */
  append(accountId: string, entries: readonly LedgerEntry[], now: number, event?: SecurityEvent): Promise<void>
}
