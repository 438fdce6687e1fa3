import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '#accounts/account.ts'
import type { SignInFacts } from '#accounts/sessions.ts'
import { originOf } from '../audit.ts'
import type { DashboardContext } from '../context.ts'
import { PageError } from '../page-error.ts'
import { placeFor } from '../places.ts'

/** Opens a new session, in place of the one that the browser had. */
export async function openSession(
  { sessions, sessionCookie }: DashboardContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, ...how }: { account: Account } & Pick<SignInFacts, 'byLink' | 'secondFactor'>,
): Promise<void> {
  if (account.suspendedAt !== undefined) throw suspended
  const token = await sessions.open(account, { ...originOf(request), ...how })
  if (token === undefined) throw ended
  if (request.sessionToken !== undefined) await sessions.close(request.sessionToken)
  sessionCookie.set(reply, token)
}

/** Signs in whoever proved the first factor; where two-factor sign-in is on, a code is asked for before. */
export async function completeSignIn(
  context: DashboardContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, to, by }: { account: Account; to: string; by?: string },
): Promise<FastifyReply> {
  if ((await context.twoFactor.status(account.id)).on) {
    const { id: accountId, signInEpoch: epoch = 0 } = account
    const token = await context.challenges.begin('code', { accountId, to, epoch })
    context.stepCookies.set(reply, 'code', token)
    return reply.redirect('/sign-in/code', 303)
  }
  return await signInAndGo(context, request, reply, { account, to, ...(by !== undefined && { by }) })
}

/** All sessions were closed after this sign-in had begun, so what was proved no longer counts. */
const ended = new PageError(
  401,
  'Sign in again',
  'Every session of this account was closed while you were signing in, for example because its password was changed.',
)

/** Shown only to whoever proved to be the owner. */
const suspended = new PageError(
  403,
  'This account is suspended',
  'You can’t sign in to it, and its API keys are refused. Contact the operator of this service.',
)

/** Opens the session of whoever proved all that is asked for, and leads on. `by` tells how, where not by password. */
export async function signInAndGo(
  context: DashboardContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, to, by, secondFactor = false }: { account: Account; to: string; by?: string; secondFactor?: boolean },
): Promise<FastifyReply> {
  await openSession(context, request, reply, { account, secondFactor })
  await context.audit(request, 'signed_in', { accountId: account.id, ...(by !== undefined && { detail: { by } }) })
  return reply.redirect(placeFor(to), 303)
}
