import type { Account } from './account.ts'
import type { SecurityEvent } from './security-event.ts'

/** Somebody who is signed in. */
export interface Visitor {
  account: Account
  /** Whether the account may see and change all accounts. */
  operator: boolean
  hasPassword: boolean
  /** Whether a link opened the session, and no password. */
  byLink: boolean
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** A session as it is kept. Times are milliseconds since 1970. */
export interface Session {
  /** SHA-256 of its token, as hex. */
  hash: string
  accountId: string
  createdAt: number
  expiresAt: number
  byLink: boolean
}

/** What a one-time link opens: an account, or the creation of the first one. */
export interface EntryLink {
  accountId: string | undefined
}

/** Where is kept who may enter the dashboard, and who has. Each method is one transaction. */
export interface AccessStore {
  /** The hash of an account's password, where it has one. */
  password(accountId: string): Promise<string | undefined>
  setPassword(accountId: string, hash: string): Promise<void>
  setOperator(accountId: string, operator: boolean, event?: SecurityEvent): Promise<void>
  /** Ids of the operators' accounts. */
  operators(): Promise<string[]>
  openSession(session: Session): Promise<void>
  /** Whose session it is, as long as it holds. */
  findSession(hash: string, now: number): Promise<Visitor | undefined>
  extendSession(hash: string, expiresAt: number): Promise<void>
  closeSession(hash: string): Promise<void>
  /** Closes all sessions and links of an account. */
  closeSessions(accountId: string): Promise<void>
  /** An undefined account stands for the first one, which the holder of the link creates. */
  addLink(hash: string, accountId: string | undefined, expiresAt: number, event?: SecurityEvent): Promise<void>
  /** What a link opens; undefined where there is none, or it has expired. Looking does not spend it. */
  findLink(hash: string, now: number): Promise<EntryLink | undefined>
  /**
   * Spends a link, and with it the password, the sessions and the other links of its account: whoever else had a way
   * in has none any longer. Undefined where there is no such link, or it has expired.
   */
  takeLink(hash: string, now: number): Promise<EntryLink | undefined>
  /** Forgets the sessions and links that are over. */
  sweep(now: number): Promise<void>
}
