import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '#accounts/account.ts'
import { originOf } from '../audit.ts'
import type { DashboardContext } from '../context.ts'
import { PageError } from '../page-error.ts'
import { placeFor } from '../places.ts'

/** Opens a new session, in place of the one that the browser had. */
export async function openSession(
  { sessions, sessionCookie }: DashboardContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, byLink = false }: { account: Account; byLink?: boolean },
): Promise<void> {
  if (request.sessionToken !== undefined) await sessions.close(request.sessionToken)
  sessionCookie.set(reply, await sessions.open(account.id, originOf(request), byLink))
}

/** Signs in whoever proved the first factor; where two-factor sign-in is on, a code is asked for before. */
export async function completeSignIn(
  context: DashboardContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, to, by }: { account: Account; to: string; by?: string },
): Promise<FastifyReply> {
  if (account.suspendedAt !== undefined) throw suspended
  if ((await context.twoFactor.status(account.id)).on) {
    const token = await context.challenges.begin('code', { accountId: account.id, to })
    context.stepCookies.set(reply, 'code', token)
    return reply.redirect('/sign-in/code', 303)
  }
  return await signInAndGo(context, request, reply, { account, to, ...(by !== undefined && { by }) })
}

/** Only whoever proved to be the owner is told. */
const suspended = new PageError(
  403,
  'This account is suspended',
  'Nobody can sign in to it, and its keys are refused. Ask whoever runs this service about it.',
)

/** Opens the session of whoever proved all that is asked for, and leads on. `by` tells how, where not by password. */
export async function signInAndGo(
  context: DashboardContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, to, by }: { account: Account; to: string; by?: string },
): Promise<FastifyReply> {
  await openSession(context, request, reply, { account })
  await context.audit(request, 'signed_in', { accountId: account.id, ...(by !== undefined && { detail: { by } }) })
  return reply.redirect(placeFor(to), 303)
}
