import type { FastifyRequest } from 'fastify'
import { type Account, normalizeEmail } from '#accounts/account.ts'
import type { ProviderUser } from '#accounts/provider.ts'
import { hasWayIn } from '#accounts/way-in.ts'
import { newId } from '#kernel/ids.ts'
import type { DashboardContext } from '../context.ts'
import { PageError } from '../page-error.ts'
import { isOfDomain, otherDomain } from '../sign-in/sign-up-open.ts'

/**
 * The account of somebody whom the provider saw for the first time: a new one; or one that the operator created for the
 * address and that nobody has opened yet. Any other account of the address has an owner, who connects it when signed in.
 * @throws {@link PageError} where there is none to open.
 */
export async function accountForNewUser(
  context: DashboardContext,
  request: FastifyRequest,
  { user, name, open }: { user: ProviderUser; name: string; open: boolean },
): Promise<Account> {
  const { accounts, access, ways, clock, audit } = context
  const email = normalizeEmail(user.email ?? '')
  if (email === undefined || !user.emailVerified) {
    throw new PageError(
      403,
      'No confirmed address',
      `${name} did not confirm an email address for you, so it can’t be used to open an account. Sign in another way and connect ${name} on your account page.`,
    )
  }
  const known = await accounts.find(email)
  if (known && (await hasWayIn({ access, ...ways }, known))) {
    throw new PageError(
      409,
      'This address already has an account',
      `Sign in the way you usually do, then connect ${name} on your account page to use it from then on.`,
    )
  }
  if (!known && !open) {
    throw new PageError(403, 'Sign-up is closed', 'On this service, accounts are created by the operator.')
  }
  if (!known && !isOfDomain(context, email)) throw new PageError(403, 'Sign-up is closed', otherDomain(context))
  const now = clock.now()
  const account = known ?? { id: newId('acct', now), email, tier: 'free', registeredAt: now }
  if (!known && !(await accounts.create(account)))
    return await accountForNewUser(context, request, { user, name, open })
  if (known) await context.sessions.closeAll(account.id)
  const { issuer, subject } = user
  await ways.identities.add({
    issuer,
    subject,
    accountId: account.id,
    name: email,
    createdAt: now,
    lastUsedAt: undefined,
  })
  const detail = { provider: name }
  await audit(request, known ? 'provider_connected' : 'signed_up', { accountId: account.id, detail })
  return (await accounts.find(account.id)) ?? account
}
