import type { Account } from './account.ts'

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

/** Where is kept who may enter the dashboard, and who has. Each method is one transaction. */
export interface AccessStore {
  /** The hash of an account's password, where it has one. */
  password(accountId: string): Promise<string | undefined>
  setPassword(accountId: string, hash: string): Promise<void>
  setOperator(accountId: string, operator: boolean): Promise<void>
  /** Ids of the operators' accounts. */
  operators(): Promise<string[]>
  openSession(session: Session): Promise<void>
  /** Whose session it is, as long as it holds. */
  findSession(hash: string, now: number): Promise<Visitor | undefined>
  extendSession(hash: string, expiresAt: number): Promise<void>
  closeSession(hash: string): Promise<void>
  /** Closes all sessions and links of an account. */
  closeSessions(accountId: string): Promise<void>
  /** An undefined account stands for the first one, which is made when the link is opened. */
  addLink(hash: string, accountId: string | undefined, expiresAt: number): Promise<void>
  /** Takes a link away; undefined where there is none, or it is over. */
  takeLink(hash: string, now: number): Promise<{ accountId: string | undefined } | undefined>
  /** Forgets the sessions and links that are over. */
  sweep(now: number): Promise<void>
}
