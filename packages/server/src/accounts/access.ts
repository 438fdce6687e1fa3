import type { Account } from './account.ts'
import type { SecurityEvent } from './security-event.ts'

/** Someone who is signed in. Times are milliseconds since 1970. */
export interface Visitor {
  account: Account
  /** Whether the account may see and change all accounts. */
  operator: boolean
  hasPassword: boolean
  /** Whether the session was opened by a link rather than a password. */
  byLink: boolean
  /** Whether the session was opened with a code or a passkey. */
  secondFactor: boolean
  signedInAt: number
  lastUsedAt: number
}

/** A session as it is stored. Times are milliseconds since 1970. */
export interface Session {
  /** Identifies the session in lists; it opens nothing. */
  id: string
  /** SHA-256 of the session's token, as hex. */
  hash: string
  accountId: string
  createdAt: number
  /** Rounded to the quarter of an hour. */
  lastUsedAt: number
  expiresAt: number
  byLink: boolean
  /** Whether it was opened with a code or a passkey. */
  secondFactor: boolean
  /** The address from which the session was opened. */
  address: string | undefined
  userAgent: string | undefined
}

/**
 * What a one-time link opens. With only an account: that account. With only an address: the creation of an account for
 * that address, to which the link was mailed. With neither: the creation of the first account, an operator's. With
 * both: the change of the account's address.
 */
export interface EntryLink {
  accountId: string | undefined
  email: string | undefined
}

/** Stores passwords, operators, sessions and links. Each method is one transaction. */
export interface AccessStore {
  /** The hash of an account's password, if it has one. */
  password(accountId: string): Promise<string | undefined>
  setPassword(accountId: string, hash: string): Promise<void>
  /** Sets a password, and closes all sessions and links of the account. */
  replacePassword(accountId: string, hash: string): Promise<void>
  setOperator(accountId: string, operator: boolean, event?: SecurityEvent): Promise<void>
  /** Ids of the operators' accounts. */
  operators(): Promise<string[]>
  /** False where all sessions of the account were closed since it had this epoch: then none is opened. */
  openSession(session: Session, epoch: number): Promise<boolean>
  /** Notes that whoever has the session showed a second factor. */
  addSecondFactor(hash: string): Promise<void>
  /** The visitor of a session that is still valid. */
  findSession(hash: string, now: number): Promise<Visitor | undefined>
  /** Records that a session was used, and until when it is valid now. */
  useSession(hash: string, now: number, expiresAt: number): Promise<void>
  /** The most recently used session comes first. */
  listSessions(accountId: string, now: number): Promise<Session[]>
  /** False if the account has no such session. */
  revokeSession(accountId: string, id: string): Promise<boolean>
  closeSession(hash: string): Promise<void>
  /** Closes all sessions and links of an account, and ends the sign-ins to it that have begun. */
  closeSessions(accountId: string): Promise<void>
  addLink(hash: string, link: Partial<EntryLink>, expiresAt: number, event?: SecurityEvent): Promise<void>
  /** What a link opens; undefined if the link does not exist or has expired. Reading a link does not use it up. */
  findLink(hash: string, now: number): Promise<EntryLink | undefined>
  /**
   * Uses up a link and removes the password, the passkeys, the providers, the sessions and the other links of its
   * account, so that nobody else has a way in. Two-factor sign-in stays on. Undefined if the link does not exist or has
   * expired.
   */
  takeLink(hash: string, now: number): Promise<EntryLink | undefined>
  /** Deletes expired sessions and links. */
  sweep(now: number): Promise<void>
}
