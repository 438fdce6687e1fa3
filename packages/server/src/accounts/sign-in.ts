import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import type { AccessStore } from './access.ts'
import { type Account, normalizeEmail } from './account.ts'
import { addEntryLink, addInvitation, hashToken } from './entry-link.ts'
import type { PasswordHasher } from './password.ts'
import { type PasswordProblem, passwordProblem } from './password-policy.ts'
import type { AccountStore } from './ports.ts'
import { hasWayIn, type WaysIn } from './way-in.ts'

/** Why an account was not created. */
export type SignUpProblem = 'email' | PasswordProblem | 'taken'

/** Why the first link did not make an account the operator's. `opened`: somebody can sign in to it already. */
export type FirstProblem = SignUpProblem | 'opened'

/** What a link is for: opening an account, or creating one. */
export type LinkPurpose =
  | { kind: 'enter'; account: Account }
  /** Creates an account for the address to which the link was mailed. */
  | { kind: 'sign-up'; email: string }
  /** Creates the operator's account, or adopts one that nobody can sign in to. */
  | { kind: 'first' }

/** The outcome of using a link that creates an account. */
export type Created = { account: Account; adopted?: boolean } | { problem: FirstProblem | 'expired' }

/**
 * Ways into an account: a password or a one-time link. `caller` is who asks; callers take turns when passwords are
 * hashed.
 */
export interface SignIn {
  signUp(email: string, password: string, caller: string): Promise<{ account: Account } | { problem: SignUpProblem }>
  /** Whether an account exists. Before that, only the holder of the first link can create one. */
  isSetUp(): Promise<boolean>
  /** The account with this address and password. It takes the same time whatever is wrong. */
  check(email: string, password: string, caller: string): Promise<Account | undefined>
  /** Sets a password, which closes all sessions and links of the account; returns why if the password is refused. */
  setPassword(account: Account, password: string, caller: string): Promise<PasswordProblem | undefined>
  /**
   * Creates the link with which whoever runs the service gets the operator's account: a new one, or one that exists and
   * that nobody can sign in to yet.
   * @returns the link's token.
   */
  createFirstLink(): Promise<string>
  /** Addresses of the newest accounts that the first link can adopt, a few at most. */
  adoptable(): Promise<string[]>
  /**
   * Creates a link to an account, to be mailed to its owner.
   * @returns the link's token.
   */
  createResetLink(accountId: string): Promise<string>
  /**
   * Creates a link with which an account is created for an address, to be mailed there.
   * @returns the link's token.
   */
  createSignUpLink(email: string): Promise<string>
  /**
   * Creates a link with which somebody who is invited makes an account for an address, within seven days.
   * @returns the link's token.
   */
  createInvitation(email: string): Promise<string>
  /** What a link is for, without using it up. Undefined if it was used or has expired. */
  readLink(linkToken: string): Promise<LinkPurpose | undefined>
  /** Uses up an account's link. From then on its holder has the only way in. */
  enter(linkToken: string): Promise<Account | undefined>
  /** Uses up a link that creates an account. `email` matters only for the operator's account. */
  create(linkToken: string, email: string, password: string, caller: string): Promise<Created>
}

/** How many of the newest accounts are looked at, to be named where one of them is chosen. */
const MOST_NAMED = 5

export interface SignInParts {
  accounts: AccountStore
  access: AccessStore
  twoFactors: WaysIn['twoFactors']
  passkeys: WaysIn['passkeys']
  identities: WaysIn['identities']
  hasher: PasswordHasher
  clock: Clock
}

export function createSignIn(parts: SignInParts): SignIn {
  const { accounts, access, hasher, clock } = parts
  const signUp: SignIn['signUp'] = (email, password, caller) => createAccount(parts, { email, password, caller })

  const readLink: SignIn['readLink'] = async (linkToken) => {
    const link = await access.findLink(hashToken(linkToken), clock.now())
    // A link with both changes an account's address, which happens on its own page.
    if (!link || (link.accountId !== undefined && link.email !== undefined)) return undefined
    if (link.email !== undefined) return { kind: 'sign-up', email: link.email }
    if (link.accountId === undefined) return { kind: 'first' }
    const account = await accounts.find(link.accountId)
    return account?.suspendedAt === undefined ? account && { kind: 'enter', account } : undefined
  }

  const isSetUp = async () => (await access.operators()).length > 0

  return {
    signUp,
    readLink,
    isSetUp,
    async check(address, password, caller) {
      const email = normalizeEmail(address)
      const account = email === undefined ? undefined : await accounts.find(email)
      // Asked for where there is no account, too: it takes the same time.
      const known = await access.password(account?.id ?? '')
      const right = await hasher.verify(password, known, caller)
      return right ? account : undefined
    },
    async setPassword({ id, email }, password, caller) {
      const problem = await passwordProblem(password, email)
      if (problem) return problem
      await access.replacePassword(id, await hasher.hash(password, caller))
      return undefined
    },
    createFirstLink: () => addEntryLink(access, {}, clock.now()),
    async adoptable() {
      const { items } = await accounts.search({ text: '', state: 'active', limit: MOST_NAMED }, clock.now())
      const opened = await Promise.all(items.map(({ account }) => hasWayIn(parts, account)))
      return items.flatMap(({ account }, index) => (opened[index] ? [] : [account.email]))
    },
    createResetLink: (accountId) => addEntryLink(access, { accountId }, clock.now()),
    createSignUpLink: (email) => addEntryLink(access, { email }, clock.now()),
    createInvitation: (email) => addInvitation(access, email, clock.now()),
    async enter(linkToken) {
      const purpose = await readLink(linkToken)
      if (purpose?.kind !== 'enter') return undefined
      if (!(await access.takeLink(hashToken(linkToken), clock.now()))) return undefined
      const { account } = purpose
      return { ...account, signInEpoch: (account.signInEpoch ?? 0) + 1 }
    },
    async create(linkToken, email, password, caller) {
      const purpose = await readLink(linkToken)
      if (purpose === undefined || purpose.kind === 'enter') return { problem: 'expired' }
      const take = async () => (await access.takeLink(hashToken(linkToken), clock.now())) !== undefined
      if (purpose.kind === 'sign-up') {
        const created = await signUp(purpose.email, password, caller)
        return 'problem' in created || (await take()) ? created : { problem: 'expired' }
      }
      // Of two links that two starts printed, one makes the operator's account.
      if (await isSetUp()) return { problem: 'expired' }
      const given = { email, password, caller }
      const known = await accounts.find(normalizeEmail(email) ?? '')
      const created = known ? await adoptAccount(parts, known, given, take) : await createAccount(parts, given)
      if ('problem' in created) return created
      if (!known && !(await take())) return { problem: 'expired' }
      await access.setOperator(created.account.id, true)
      return created
    },
  }
}

interface Given {
  email: string
  password: string
  caller: string
}

/** Gives an account that nobody can sign in to a password. Its keys, credits and history stay. */
async function adoptAccount(
  parts: SignInParts,
  account: Account,
  { password, caller }: Given,
  takeLink: () => Promise<boolean>,
): Promise<Created> {
  const { accounts, access, hasher } = parts
  if (account.suspendedAt !== undefined || (await hasWayIn(parts, account))) return { problem: 'opened' }
  const problem = await passwordProblem(password, account.email)
  if (problem) return { problem }
  const hash = await hasher.hash(password, caller)
  if (!(await takeLink())) return { problem: 'expired' }
  // Meanwhile somebody may have come by a link of their own.
  if (await hasWayIn(parts, account)) return { problem: 'opened' }
  await access.replacePassword(account.id, hash)
  return { account: (await accounts.find(account.id)) ?? account, adopted: true }
}

async function createAccount(
  { accounts, access, hasher, clock }: SignInParts,
  given: Given,
): Promise<{ account: Account } | { problem: SignUpProblem }> {
  const email = normalizeEmail(given.email)
  if (email === undefined || !isReachable(email)) return { problem: 'email' }
  const problem = await passwordProblem(given.password, email)
  if (problem) return { problem }
  const hash = await hasher.hash(given.password, given.caller)
  const now = clock.now()
  const account: Account = { id: newId('acct', now), email, tier: 'free', registeredAt: now }
  if (!(await accounts.create(account))) return { problem: 'taken' }
  await access.setPassword(account.id, hash)
  return { account }
}

/** Whether mail from elsewhere could reach the address. Nobody owns a name such as `operator@localhost`. */
export function isReachable(email: string): boolean {
  return email.slice(email.lastIndexOf('@') + 1).includes('.')
}
