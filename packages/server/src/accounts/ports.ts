import type { Tier } from '@deep-research/sdk/contract'
import type { Account, ApiKey, KeySettings, Preferences } from './account.ts'
import type { Balances, LedgerEntry } from './credits.ts'
import type { SecurityEvent } from './security-event.ts'

/** What accounts to look for. */
export interface AccountQuery {
  /** Lower case; empty for all. */
  text: string
  /** Only accounts that are so; undefined for all. */
  state?: 'active' | 'suspended' | 'operator' | undefined
  /** What an earlier page gave as `next`; anything else counts as none. */
  after?: string | undefined
  limit: number
}

/** An account as a list shows it. */
export interface FoundAccount {
  account: Account
  operator: boolean
  balances: Balances
}

/** Where accounts are kept. Each method is one transaction, with the event that tells of it. */
export interface AccountStore {
  /** False where the address has an account already. */
  create(account: Account, event?: SecurityEvent): Promise<boolean>
  /** By id or by e-mail address. */
  find(idOrEmail: string): Promise<Account | undefined>
  /** The oldest first. */
  list(): Promise<Account[]>
  /**
   * A page of accounts, the newest first, whose address contains a text or whose id it is; with what each holds, the
   * renewal that may be due included.
   */
  search(query: AccountQuery, now: number): Promise<{ items: FoundAccount[]; next: string | undefined }>
  /** Whether there is any account. */
  any(): Promise<boolean>
  /** False where there is no such account. */
  setTier(id: string, tier: Tier, event?: SecurityEvent): Promise<boolean>
  /**
   * Suspends an account (`at`), closing its sessions and links, or ends that (undefined). False where there is no such
   * account, or it is so already.
   */
  suspend(id: string, at: number | undefined, event?: SecurityEvent): Promise<boolean>
  /** Gives an account another address. False where that one has an account already. Its links are void from then on. */
  changeEmail(id: string, email: string, event: SecurityEvent): Promise<boolean>
  /** Ends an account: nobody gets in any longer, and its address is free. False where it is gone. */
  close(id: string, at: number, event: SecurityEvent): Promise<boolean>
  /** Erases some of what a closed account left, but for what runs. True where there is more. */
  eraseSome(id: string): Promise<boolean>
  /** Ids of the closed accounts of which something is left. */
  toErase(): Promise<string[]>
  /** Accounts whose balance fell below what they want to be told of, and when, until `alertTold`. */
  dueAlerts(): Promise<{ account: Account; due: number }[]>
  alertTold(id: string, due: number): Promise<void>
  /** Sets what an account prefers. */
  setPreferences(id: string, preferences: Preferences): Promise<void>
}

/** What a valid key opens. */
export interface Principal {
  accountId: string
  keyId: string
  keyLastUsedAt: number | undefined
}

/** Credits that a key may spend in a month, and those that it has. */
export interface KeyBudget {
  credits: number
  spent: number
}

/** Where keys are kept, by their hashes. Each method is one transaction, with the event that tells of it. */
export interface KeyStore {
  insert(key: ApiKey, hash: string, event?: SecurityEvent): Promise<void>
  /**
   * The key with this hash, unless it was revoked, has expired or is of a suspended account; at once where the storage
   * can, as every request asks.
   */
  authenticate(hash: string, now: number): Principal | undefined | Promise<Principal | undefined>
  find(id: string): Promise<ApiKey | undefined>
  /** The oldest first. */
  list(accountId: string): Promise<ApiKey[]>
  /** False where there is no such key, or it was revoked before. */
  revoke(id: string, at: number, event?: SecurityEvent): Promise<boolean>
  /** Revokes all keys of an account. @returns how many there were. */
  revokeAll(accountId: string, at: number, event?: SecurityEvent): Promise<number>
  /** Sets what its account may change of a key. False as with `revoke`. */
  change(id: string, settings: KeySettings, event?: SecurityEvent): Promise<boolean>
  /**
   * Inserts a key's successor, and revokes the key at once, or has it expire at `until`; or does neither: false as with
   * `revoke`.
   */
  replace(
    id: string,
    end: { at: number; until: number | undefined },
    by: { successor: ApiKey; hash: string },
    event?: SecurityEvent,
  ): Promise<boolean>
  /** A key's budget, and what it and those it succeeds spent since a time; undefined for a key without one. */
  budget(id: string, since: number): Promise<KeyBudget | undefined>
  /** Notes that a key was used. */
  touch(id: string, at: number): Promise<void>
}

/** Where the ledger is kept. Each method is one transaction, with the event that tells of it. */
export interface CreditStore {
  /** The balances, after the renewal that may be due. Undefined where there is no such account. */
  balances(accountId: string, now: number): Promise<Balances | undefined>
  /**
   * Appends entries that no request caused, as the balances allow them.
   * @returns the balances after them; undefined where there is no such account, or no entries: nothing was done then.
   */
  change(
    accountId: string,
    decide: (balances: Balances) => readonly LedgerEntry[] | undefined,
    now: number,
    event?: SecurityEvent,
  ): Promise<Balances | undefined>
}
