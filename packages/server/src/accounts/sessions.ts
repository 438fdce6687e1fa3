import type { Clock } from '#kernel/clock.ts'
import type { AccessStore, Session, Visitor } from './access.ts'
import type { Account } from './account.ts'
import { hashToken, newToken } from './entry-link.ts'
import type { Origin } from './security-event.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** How long a session is valid without being used, and how long at most. In milliseconds. */
export const SESSION_FOR = 14 * DAY
export const SESSION_AT_MOST = 30 * DAY

/** How precisely the last use of a session is recorded. */
const NOTED_EVERY = 15 * MINUTE

/**
 * How long after a sign-in keys can be created and operators can act without entering the password again, in
 * milliseconds.
 */
export const FRESH_FOR = 30 * MINUTE

/** A session as its owner sees it. */
export interface ListedSession extends Omit<Session, 'hash'> {
  /** Whether it is the session of this request. */
  current: boolean
}

/** How and where somebody signed in. */
export interface SignInFacts extends Pick<Origin, 'address' | 'userAgent'> {
  byLink?: boolean
  /** Whether a code or a passkey was shown. */
  secondFactor?: boolean
}

/** Manages sessions. Tokens are 256 random bits in base64url; only their hashes are stored. */
export interface Sessions {
  /**
   * @param account as it was before its owner proved who they are
   * @returns the token of a new session; undefined where all sessions of the account were closed meanwhile.
   */
  open(account: Account, how: SignInFacts): Promise<string | undefined>
  /** Notes that whoever has a session showed a second factor. */
  addSecondFactor(token: string): Promise<void>
  find(token: string): Promise<Visitor | undefined>
  /** Whether the sign-in is so recent that hardly anybody else can be at the keyboard. */
  isFresh(visitor: Visitor): boolean
  close(token: string): Promise<void>
  /** Closes all sessions and links of an account, and ends the sign-ins to it that have begun. */
  closeAll(accountId: string): Promise<void>
  /** The sessions of an account, the most recently used first. */
  list(accountId: string, token: string): Promise<ListedSession[]>
  /** Closes a session of an account. False if the account has no such session. */
  revoke(accountId: string, id: string): Promise<boolean>
}

export function createSessions({ access, clock }: { access: AccessStore; clock: Clock }): Sessions {
  return {
    async open({ id: accountId, signInEpoch = 0 }, { address, userAgent, byLink = false, secondFactor = false }) {
      const token = newToken()
      const now = clock.now()
      const session = {
        id: newToken(),
        hash: hashToken(token),
        accountId,
        createdAt: now,
        lastUsedAt: now,
        expiresAt: now + SESSION_FOR,
        byLink,
        secondFactor,
        address,
        userAgent,
      }
      return (await access.openSession(session, signInEpoch)) ? token : undefined
    },
    async find(token) {
      const now = clock.now()
      const hash = hashToken(token)
      const visitor = await access.findSession(hash, now)
      if (visitor && now - visitor.lastUsedAt >= NOTED_EVERY) {
        const expiresAt = Math.min(now + SESSION_FOR, visitor.signedInAt + SESSION_AT_MOST)
        await access.useSession(hash, now, expiresAt)
      }
      return visitor
    },
    isFresh: ({ signedInAt }) => clock.now() - signedInAt < FRESH_FOR,
    addSecondFactor: (token) => access.addSecondFactor(hashToken(token)),
    close: (token) => access.closeSession(hashToken(token)),
    closeAll: (accountId) => access.closeSessions(accountId),
    async list(accountId, token) {
      const own = hashToken(token)
      const sessions = await access.listSessions(accountId, clock.now())
      return sessions.map(({ hash, ...session }) => ({ ...session, current: hash === own }))
    },
    revoke: (accountId, id) => access.revokeSession(accountId, id),
  }
}
