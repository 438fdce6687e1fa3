import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import type { AccessStore, Visitor } from './access.ts'
import { type Account, normalizeEmail } from './account.ts'
import { addEntryLink, hashToken, newToken } from './entry-link.ts'
import type { PasswordHasher } from './password.ts'
import { type PasswordProblem, passwordProblem } from './password-policy.ts'
import type { AccountStore } from './ports.ts'

/** How long a session holds without being used, and after how much of that a use makes it hold anew. Milliseconds. */
export const SESSION_FOR = 14 * 86_400_000
const EXTEND_EVERY = 86_400_000

/** Why an account was not made. */
export type SignUpProblem = 'email' | PasswordProblem | 'taken'

/** Why the holder of a link was not let in. */
export type EnterProblem = SignUpProblem | 'expired'

/** What a link is for: the account that it opens, or the creation of the first account. */
export type LinkPurpose = { account: Account } | 'first'

/**
 * Ways into the dashboard. Tokens are 256 random bits as base64url; only their hashes are kept. `caller` is who asks:
 * callers take turns where passwords are hashed.
 */
export interface SignIn {
  signUp(email: string, password: string, caller: string): Promise<{ account: Account } | { problem: SignUpProblem }>
  /** Whether an account exists: before, only the holder of the first link may create one. */
  isSetUp(): Promise<boolean>
  /** The account of an address and its password; it takes the same time whatever is wrong. */
  check(email: string, password: string, caller: string): Promise<Account | undefined>
  /** Sets a password, which closes all sessions and links of the account; or tells why it is not taken. */
  setPassword(account: Account, password: string, caller: string): Promise<PasswordProblem | undefined>
  /** @returns the token of a new session. */
  open(accountId: string, byLink?: boolean): Promise<string>
  find(token: string): Promise<Visitor | undefined>
  close(token: string): Promise<void>
  /** Closes all sessions and links of an account. */
  closeAll(accountId: string): Promise<void>
  /** The token of a link whose holder creates the first account, an operator's. */
  createFirstLink(): Promise<string>
  /** What a link is for; it is not spent. Undefined for one that is spent or has expired. */
  readLink(linkToken: string): Promise<LinkPurpose | undefined>
  /** Spends an account's link: the token of a new session, the only way in that the account then has. */
  enter(linkToken: string): Promise<string | undefined>
  /** Spends the first link: creates an operator's account and opens a session of it. */
  createFirst(
    linkToken: string,
    email: string,
    password: string,
    caller: string,
  ): Promise<{ session: string } | { problem: EnterProblem }>
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

  const signUp: SignIn['signUp'] = async (address, password, caller) => {
    const email = normalizeEmail(address)
    if (email === undefined || !isReachable(email)) return { problem: 'email' }
    const problem = await passwordProblem(password, email)
    if (problem) return { problem }
    const hash = await hasher.hash(password, caller)
    const account = await createAccount(email)
    if (!account) return { problem: 'taken' }
    await access.setPassword(account.id, hash)
    return { account }
  }

  const readLink: SignIn['readLink'] = async (linkToken) => {
    const link = await access.findLink(hashToken(linkToken), clock.now())
    if (!link || link.accountId === undefined) return link && 'first'
    const account = await accounts.find(link.accountId)
    return account && { account }
  }

  return {
    open,
    signUp,
    readLink,
    isSetUp: () => accounts.any(),
    async check(address, password, caller) {
      const email = normalizeEmail(address)
      const account = email === undefined ? undefined : await accounts.find(email)
      const known = account && (await access.password(account.id))
      const right = await hasher.verify(password, known, caller)
      return right ? account : undefined
    },
    async setPassword({ id, email }, password, caller) {
      const problem = await passwordProblem(password, email)
      if (problem) return problem
      await access.setPassword(id, await hasher.hash(password, caller))
      await access.closeSessions(id)
      return undefined
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
      const purpose = await readLink(linkToken)
      if (purpose === undefined || purpose === 'first') return undefined
      const link = await access.takeLink(hashToken(linkToken), clock.now())
      return link && (await open(purpose.account.id, true))
    },
    async createFirst(linkToken, email, password, caller) {
      if ((await readLink(linkToken)) !== 'first') return { problem: 'expired' }
      const made = await signUp(email, password, caller)
      if ('problem' in made) return made
      if (!(await access.takeLink(hashToken(linkToken), clock.now()))) return { problem: 'expired' }
      await access.setOperator(made.account.id, true)
      return { session: await open(made.account.id) }
    },
  }
}

/** Whether mail could reach the address from elsewhere: `operator@localhost` is a name that nobody owns. */
function isReachable(email: string): boolean {
  return email.slice(email.lastIndexOf('@') + 1).includes('.')
}
