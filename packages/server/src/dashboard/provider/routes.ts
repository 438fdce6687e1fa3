import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Provider, ProviderProblem, type ProviderUser } from '#accounts/provider.ts'
import { mustKeepOneWay } from '../account/other-ways.ts'
import type { DashboardContext } from '../context.ts'
import { field, parameter } from '../forms.ts'
import { noSuchPage, PageError } from '../page-error.ts'
import { placeFor } from '../places.ts'
import { mustBeFresh, visitorOf } from '../session.ts'
import { completeSignIn, openSession } from '../sign-in/complete.ts'
import { tooManyTries } from '../sign-in/pages.ts'
import { signUpOpen } from '../sign-in/sign-up-open.ts'
import { connectPage } from './pages.ts'
import { accountForNewUser } from './sign-up.ts'

/** Where a provider sends browsers back to. */
export const CALLBACK = '/sign-in/provider/callback'

/**
 * How old the sign-in at the provider may be that confirms who it is, in milliseconds, where the provider tells its
 * time.
 */
const RECENT = 600_000

const PURPOSES = ['sign-in', 'confirm', 'connect'] as const
type Purpose = (typeof PURPOSES)[number]

/** Sign-in at a provider: to sign in or up, to confirm who is signed in, or to connect an account with it. */
export function registerProvider(scope: FastifyInstance, context: DashboardContext): void {
  const { provider, challenges, stepCookies, limits, log, clock } = context
  if (!provider) return
  registerConnecting(scope, context, provider)

  scope.get('/sign-in/provider', async (request, reply) => {
    const purpose = PURPOSES.find((each) => each === (parameter(request, 'for') ?? 'sign-in'))
    if (!purpose) throw noSuchPage
    if (purpose !== 'sign-in' && !request.visitor) return reply.redirect('/sign-in', 303)
    const wait = await limits.begin(request.ip)
    if (wait !== undefined) throw new PageError(429, 'Too many attempts', tooManyTries(wait))
    const { url, step } = await asked(context, () => provider.begin({ again: purpose === 'confirm' }))
    const to = parameter(request, 'to') ?? ''
    stepCookies.set(reply, 'provider', await challenges.begin('provider', { ...step, purpose, to }))
    return reply.redirect(url, 303)
  })
  scope.get(CALLBACK, async (request, reply) => {
    const begun = await challenges.take('provider', stepCookies.read(request, 'provider'))
    stepCookies.clear(reply, 'provider')
    if (!begun) {
      throw new PageError(
        400,
        'This sign-in has expired',
        'It took too long, or has already been completed. Please sign in again.',
      )
    }
    // Only the query is taken from the browser: the provider compares the rest of the address with the one that it was
    // given.
    const callback = new URL(`${context.baseUrl}${request.url}`)
    const user = await asked(context, () => provider.finish(callback, begun))
    if (begun.purpose !== 'confirm' || user.authenticatedAt === undefined) {
      return await ACTS[begun.purpose as Purpose](context, request, reply, { user, to: begun.to, provider })
    }
    if (clock.now() - user.authenticatedAt > RECENT) {
      log.warn({ provider: provider.name }, 'a provider did not ask its user to sign in again')
      throw new PageError(
        401,
        'Not confirmed',
        `${provider.name} did not ask you to sign in again. Sign out there and try again.`,
      )
    }
    return await ACTS.confirm(context, request, reply, { user, to: begun.to, provider })
  })
}

type Act = (
  context: DashboardContext,
  request: FastifyRequest,
  reply: FastifyReply,
  seen: { user: ProviderUser; to: string; provider: Provider },
) => Promise<FastifyReply>

const ACTS: Record<Purpose, Act> = {
  async 'sign-in'(context, request, reply, { user, to, provider: { name } }) {
    const { ways, accounts, clock } = context
    const identity = await ways.identities.find(user.issuer, user.subject)
    const known = identity && (await accounts.find(identity.accountId))
    const account =
      known ?? (await accountForNewUser(context, request, { user, name, open: await signUpOpen(context) }))
    await ways.identities.used(user.issuer, user.subject, clock.now())
    const place = known ? to : to || '/start'
    return await completeSignIn(context, request, reply, { account, to: place, by: name })
  },
  async confirm(context, request, reply, { user, to, provider: { name } }) {
    const { account, secondFactor = false } = request.visitor ?? {}
    const identity = await context.ways.identities.find(user.issuer, user.subject)
    if (!account || identity?.accountId !== account.id) {
      throw new PageError(
        401,
        'Not confirmed',
        `That ${name} account is not connected to the account you are signed in to here.`,
      )
    }
    await openSession(context, request, reply, { account, secondFactor })
    await context.audit(request, 'confirmed', { accountId: account.id, detail: { by: name } })
    return reply.redirect(placeFor(to), 303)
  },
  async connect({ challenges, stepCookies, sendPage }, request, reply, { user, provider }) {
    const account = request.visitor?.account
    // Signed out meanwhile.
    if (!account) return reply.redirect('/sign-in?to=/account', 303)
    const name = user.email ?? user.subject
    const { issuer, subject } = user
    stepCookies.set(
      reply,
      'identity',
      await challenges.begin('identity', { accountId: account.id, issuer, subject, name }),
    )
    return await sendPage(request, reply, (view) => connectPage(view, { provider: provider.name, name }))
  },
}

/** Only the button connects, so that nobody can be led into connecting somebody else's account of the provider. */
function registerConnecting(scope: FastifyInstance, context: DashboardContext, provider: Provider): void {
  const { ways, challenges, stepCookies, sessions, clock, audit } = context
  const onRequest = mustBeFresh(sessions)
  scope.post('/account/provider', { onRequest }, async (request, reply) => {
    const { id: accountId } = visitorOf(request).account
    const seen = await challenges.take('identity', stepCookies.read(request, 'identity'))
    stepCookies.clear(reply, 'identity')
    if (seen?.accountId !== accountId) throw new PageError(400, 'Not connected', 'It took too long. Please try again.')
    const { issuer, subject, name } = seen
    const identity = { issuer, subject, accountId, name, createdAt: clock.now(), lastUsedAt: undefined }
    if (!(await ways.identities.add(identity))) {
      throw new PageError(
        409,
        'Already connected',
        `That ${provider.name} account is already connected to an account here.`,
      )
    }
    await audit(request, 'provider_connected', { accountId, detail: { provider: provider.name } })
    return reply.redirect('/account?done=connected', 303)
  })
  scope.post('/account/provider/remove', { onRequest }, async (request, reply) => {
    const { account } = visitorOf(request)
    await mustKeepOneWay(context, visitorOf(request))
    if (!(await ways.identities.remove(account.id, field(request, 'issuer'), field(request, 'subject'))))
      throw noSuchPage
    await audit(request, 'provider_removed', { accountId: account.id, detail: { provider: provider.name } })
    return reply.redirect('/account?done=disconnected', 303)
  })
}

const PROBLEMS: Record<ProviderProblem['kind'], (name: string) => PageError> = {
  refused: (name) =>
    new PageError(
      401,
      'Not signed in',
      `You didn’t complete the sign-in at ${name}, or it doesn’t allow you to use this service. Try again, or choose another way to sign in.`,
    ),
  unreachable: (name) =>
    new PageError(503, `${name} cannot be reached`, 'Try again in a moment, or choose another way to sign in.'),
  invalid: (name) =>
    new PageError(
      502,
      'That sign-in did not work',
      `The answer from ${name} could not be verified, so you were not signed in. Try again; if the problem persists, contact the operator of this service.`,
    ),
}

/** What a provider answers; what went wrong is logged by its reason, which holds no secret. */
async function asked<Result>({ provider, log }: DashboardContext, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    log.warn({ kind: error.kind, reason: error.message }, 'a provider signed nobody in')
    throw PROBLEMS[error.kind](provider?.name ?? '')
  }
}
