import type { Account } from './account.ts'
import type { SecurityEvent } from './security-event.ts'

/** Somebody who is signed in. Times are milliseconds since 1970. */
export interface Visitor {
  account: Account
  /** Whether the account may see and change all accounts. */
  operator: boolean
  hasPassword: boolean
  /** Whether a link opened the session, and no password. */
  byLink: boolean
  /** Whether the session was opened with a code or a passkey. */
  secondFactor: boolean
  signedInAt: number
  lastUsedAt: number
}

/** A session as it is kept. Times are milliseconds since 1970. */
export interface Session {
  /** Names it where it is listed; opens nothing. */
  id: string
  /** SHA-256 of its token, as hex. */
  hash: string
  accountId: string
  createdAt: number
  /** To the quarter of an hour. */
  lastUsedAt: number
  expiresAt: number
  byLink: boolean
  /** Whether it was opened with a code or a passkey. */
  secondFactor: boolean
  /** Where it was opened. */
  address: string | undefined
  userAgent: string | undefined
}

/**
 * What a one-time link opens: an account; or, without one, the creation of an account, of the address that the link was
 * mailed to, or of the first one, an operator's, under any address. With both, it gives the account that address.
 */
export interface EntryLink {
  accountId: string | undefined
  email: string | undefined
}

/** Where is kept who may enter the dashboard, and who has. Each method is one transaction. */
export interface AccessStore {
  /** The hash of an account's password, where it has one. */
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
  /** Whose session it is, as long as it holds. */
  findSession(hash: string, now: number): Promise<Visitor | undefined>
  /** Notes that a session was used, and until when it holds now. */
  useSession(hash: string, now: number, expiresAt: number): Promise<void>
  /** The last used first. */
  listSessions(accountId: string, now: number): Promise<Session[]>
  /** False where the account has no such session. */
  revokeSession(accountId: string, id: string): Promise<boolean>
  closeSession(hash: string): Promise<void>
  /** Closes all sessions and links of an account, and ends the sign-ins to it that have begun. */
  closeSessions(accountId: string): Promise<void>
  addLink(hash: string, link: Partial<EntryLink>, expiresAt: number, event?: SecurityEvent): Promise<void>
  /** What a link opens; undefined where there is none, or it has expired. Looking does not spend it. */
  findLink(hash: string, now: number): Promise<EntryLink | undefined>
  /**
   * Spends a link, and with it the password, the passkeys, the providers, the sessions and the other links of its
   * account: whoever else had a way in has none any longer. Two-factor sign-in stays on. Undefined where there is no such link, or it has expired.
   */
  takeLink(hash: string, now: number): Promise<EntryLink | undefined>
  /** Forgets the sessions and links that are over. */
  sweep(now: number): Promise<void>
}
