import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import type { AccessStore, Visitor } from './access.ts'
import { type Account, normalizeEmail } from './account.ts'
import { addEntryLink, hashToken, newToken } from './entry-link.ts'
import { PASSWORD_LENGTH, type PasswordHasher } from './password.ts'
import type { AccountStore } from './ports.ts'

/** How long a session holds without being used, and after how much of that a use makes it hold anew. Milliseconds. */
export const SESSION_FOR = 14 * 86_400_000
const EXTEND_EVERY = 86_400_000

/** The account that the link of a first start opens. */
export const FIRST_ACCOUNT = 'operator@localhost'

/** Why an account was not made. */
export type SignUpProblem = 'email' | 'password' | 'taken'

/** Ways into the dashboard. Tokens are 256 random bits as base64url; only their hashes are kept. */
export interface SignIn {
  signUp(email: string, password: string): Promise<{ account: Account } | { problem: SignUpProblem }>
  /** The account of an address and its password; it takes the same time whatever is wrong. */
  check(email: string, password: string): Promise<Account | undefined>
  /** Sets a password, which closes all sessions and links of the account. False for one that is too short or long. */
  setPassword(accountId: string, password: string): Promise<boolean>
  /** @returns the token of a new session. */
  open(accountId: string, byLink?: boolean): Promise<string>
  find(token: string): Promise<Visitor | undefined>
  close(token: string): Promise<void>
  /** Closes all sessions and links of an account. */
  closeAll(accountId: string): Promise<void>
  /** The token of a link to the first account, which is made, as an operator's, when the link is opened. */
  createFirstLink(): Promise<string>
  /** Opens a link, once: the token of a new session, or undefined for a link that is over. */
  enter(linkToken: string): Promise<string | undefined>
}

export interface SignInParts {
  accounts: AccountStore
  access: AccessStore
  hasher: PasswordHasher
  clock: Clock
}

export function createSignIn({ accounts, access, hasher, clock }: SignInParts): SignIn {
  const open = async (accountId: string, byLink = false) => {
    const token = newToken()
    const createdAt = clock.now()
    const expiresAt = createdAt + SESSION_FOR
    await access.openSession({ hash: hashToken(token), accountId, createdAt, expiresAt, byLink })
    return token
  }

  const createAccount = async (email: string) => {
    const now = clock.now()
    const account: Account = { id: newId('acct', now), email, tier: 'free', registeredAt: now }
    return (await accounts.create(account)) ? account : undefined
  }

  const firstAccount = async () => {
    const account = (await accounts.find(FIRST_ACCOUNT)) ?? (await createAccount(FIRST_ACCOUNT))
    if (account) await access.setOperator(account.id, true)
    return account?.id
  }

  return {
    open,
    async signUp(address, password) {
      const email = normalizeEmail(address)
      if (email === undefined) return { problem: 'email' }
      if (!isPassword(password)) return { problem: 'password' }
      const made = await hasher.hash(password)
      const account = await createAccount(email)
      if (!account) return { problem: 'taken' }
      await access.setPassword(account.id, made)
      return { account }
    },
    async check(address, password) {
      const email = normalizeEmail(address)
      const account = email === undefined ? undefined : await accounts.find(email)
      const known = account && (await access.password(account.id))
      const right = await hasher.verify(password.slice(0, PASSWORD_LENGTH.max + 1), known)
      return right ? account : undefined
    },
    async setPassword(accountId, password) {
      if (!isPassword(password)) return false
      await access.setPassword(accountId, await hasher.hash(password))
      await access.closeSessions(accountId)
      return true
    },
    async find(token) {
      const now = clock.now()
      const kept = hashToken(token)
      const visitor = await access.findSession(kept, now)
      if (visitor && visitor.expiresAt - now < SESSION_FOR - EXTEND_EVERY) {
        await access.extendSession(kept, now + SESSION_FOR)
      }
      return visitor
    },
    close: (token) => access.closeSession(hashToken(token)),
    closeAll: (accountId) => access.closeSessions(accountId),
    createFirstLink: () => addEntryLink(access, undefined, clock.now()),
    async enter(linkToken) {
      const link = await access.takeLink(hashToken(linkToken), clock.now())
      const accountId = link && (link.accountId ?? (await firstAccount()))
      return accountId === undefined ? undefined : await open(accountId, true)
    },
  }
}

function isPassword(text: string): boolean {
  const { length } = [...text]
  return length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max
}
