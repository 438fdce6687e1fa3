import type { Tier } from '@deep-research/sdk/contract'
import type { Account, ApiKey, KeyScope, KeySettings, Preferences } from './account.ts'
import type { Balances, LedgerEntry } from './credits.ts'
import type { SecurityEvent } from './security-event.ts'

/** Which accounts to search for. */
export interface AccountQuery {
  /** In lower case; empty for all. */
  text: string
  /** Only accounts in this state; undefined for all. */
  state?: 'active' | 'suspended' | 'operator' | undefined
  /** The `next` of an earlier page; anything else gives the first page. */
  after?: string | undefined
  limit: number
}

/** An account as a list shows it. */
export interface FoundAccount {
  account: Account
  operator: boolean
  balances: Balances
}

/** Stores accounts. Each method is one transaction, which also records the event. */
export interface AccountStore {
  /** False if the address already has an account. */
  create(account: Account, event?: SecurityEvent): Promise<boolean>
  /** Finds an account by its id or its email address. */
  find(idOrEmail: string): Promise<Account | undefined>
  /** The oldest account comes first. */
  list(): Promise<Account[]>
  /** The email addresses of accounts, by their ids. */
  emails(ids: readonly string[]): Promise<Map<string, string>>
  /**
   * A page of accounts whose address contains the text or whose id it is, the newest first, with their balances after a
   * renewal that may be due.
   */
  search(query: AccountQuery, now: number): Promise<{ items: FoundAccount[]; next: string | undefined }>
  /** Whether there is any account. */
  any(): Promise<boolean>
  /** False if there is no such account. */
  setTier(id: string, tier: Tier, event?: SecurityEvent): Promise<boolean>
  /**
   * Suspends an account at a time, closing its sessions and links, or reinstates it (undefined). False if there is no
   * such account, or it is already in that state.
   */
  suspend(id: string, at: number | undefined, event?: SecurityEvent): Promise<boolean>
  /** Gives an account another address, which makes its links invalid. False if that address already has an account. */
  changeEmail(id: string, email: string, event: SecurityEvent): Promise<boolean>
  /** Closes an account: nobody can sign in any more, and its address is free. False if it is already gone. */
  close(id: string, at: number, event: SecurityEvent): Promise<boolean>
  /** Erases a part of what a closed account left, except running requests. True if there is more to erase. */
  eraseSome(id: string): Promise<boolean>
  /** Ids of closed accounts that are not fully erased. */
  toErase(): Promise<string[]>
  /** Accounts whose balance fell below their alert level, and when, until `alertTold` is called. */
  dueAlerts(): Promise<{ account: Account; due: number }[]>
  alertTold(id: string, due: number): Promise<void>
  /** Sets an account's preferences. */
  setPreferences(id: string, preferences: Preferences): Promise<void>
  /** Sets what an account may spend in a credit month; undefined removes it. False if there is no such account. */
  setSpendingLimit(id: string, credits: number | undefined, event?: SecurityEvent): Promise<boolean>
}

/** The account and key that a valid key stands for. */
export interface Principal {
  accountId: string
  keyId: string
  keyLastUsedAt: number | undefined
  /** What the key may do; undefined means everything. */
  scopes?: readonly KeyScope[] | undefined
}

/** The monthly budget of a key in credits, and how much of it is spent. */
export interface KeyBudget {
  credits: number
  spent: number
}

/** Stores keys by their hashes. Each method is one transaction, which also records the event. */
export interface KeyStore {
  insert(key: ApiKey, hash: string, event?: SecurityEvent): Promise<void>
  /**
   * The key with this hash, unless it is revoked, has expired, or belongs to a suspended account. The result is
   * immediate if the storage can do that, because every request asks.
   */
  authenticate(hash: string, now: number): Principal | undefined | Promise<Principal | undefined>
  find(id: string): Promise<ApiKey | undefined>
  /** The oldest key comes first. */
  list(accountId: string): Promise<ApiKey[]>
  /** False if there is no such key, or it is already revoked. */
  revoke(id: string, at: number, event?: SecurityEvent): Promise<boolean>
  /**
   * Revokes all keys of an account.
   * @returns how many there were.
   */
  revokeAll(accountId: string, at: number, event?: SecurityEvent): Promise<number>
  /** Changes a key's settings. False in the same cases as `revoke`. */
  change(id: string, settings: KeySettings, event?: SecurityEvent): Promise<boolean>
  /**
   * Inserts a key's successor, and revokes the key at once or has it expire at `until`. In the cases in which `revoke`
   * returns false, it does neither and returns false.
   */
  replace(
    id: string,
    end: { at: number; until: number | undefined },
    by: { successor: ApiKey; hash: string },
    event?: SecurityEvent,
  ): Promise<boolean>
  /** A key's budget, and what it and its predecessors have spent since a time; undefined for a key without a budget. */
  budget(id: string, since: number): Promise<KeyBudget | undefined>
  /** Records that a key was used. */
  touch(id: string, at: number): Promise<void>
}

/** Stores the ledger. Each method is one transaction, which also records the event. */
export interface CreditStore {
  /** The balances, after a renewal that may be due. Undefined if there is no such account. */
  balances(accountId: string, now: number): Promise<Balances | undefined>
  /**
   * Appends entries that do not come from a request, depending on the balances.
   * @returns the balances afterwards; undefined if there is no such account or there are no entries, in which case
   * nothing was changed.
   */
  change(
    accountId: string,
    decide: (balances: Balances) => readonly LedgerEntry[] | undefined,
    now: number,
    event?: SecurityEvent,
  ): Promise<Balances | undefined>
  /**
   * The same for entries that are appended once, however often that is asked for under one name.
   * @returns `done`; `known` if the same was done before under this name; `other` if something else was. Undefined if
   * there is no such account.
   */
  changeOnce(
    accountId: string,
    change: { idempotencyKey: string; bodyHash: string; entries: readonly LedgerEntry[] },
    now: number,
    event?: SecurityEvent,
  ): Promise<'done' | 'known' | 'other' | undefined>
}
