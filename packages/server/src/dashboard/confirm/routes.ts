import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Visitor } from '#accounts/access.ts'
import { callerOf } from '#kernel/address.ts'
import type { DashboardContext } from '../context.ts'
import { field, parameter } from '../forms.ts'
import { placeFor } from '../places.ts'
import { mustBeSignedIn, visitorOf } from '../session.ts'
import { checkCode } from '../sign-in/check-code.ts'
import { openSession } from '../sign-in/complete.ts'
import { tooManyTries } from '../sign-in/pages.ts'
import { type Confirm, type ConfirmWays, confirmPage } from './pages.ts'

/** What an account can confirm with; `factor`: as a second factor. */
async function waysOf(
  { twoFactor, passkeys, provider, ways }: DashboardContext,
  { account, hasPassword }: Visitor,
  factor: boolean,
): Promise<ConfirmWays> {
  const known = (await passkeys?.list(account.id)) ?? []
  const connected = provider && !factor ? await ways.identities.list(account.id) : []
  return {
    password: hasPassword && !factor,
    code: (await twoFactor.status(account.id)).on,
    passkey: known.length > 0,
    provider: connected.length > 0 ? provider?.name : undefined,
  }
}

/** `/confirm`: the password, or what an account has in its place, before keys are changed or an operator acts. */
export function registerConfirm(scope: FastifyInstance, context: DashboardContext): void {
  const { signIn, limits, audit, sendPage } = context
  const onRequest = mustBeSignedIn

  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    to: string,
    refused?: Confirm['refused'],
  ): Promise<FastifyReply> => {
    const factor = (field(request, 'for') || parameter(request, 'for')) === 'operator'
    const ways = await waysOf(context, visitorOf(request), factor)
    if (!Object.values(ways).some(Boolean)) {
      return reply.redirect(`/account?done=${factor ? 'no-factor' : 'no-password'}`, 303)
    }
    return await sendPage(request, reply, (view) => confirmPage(view, { to, ways, factor, refused }))
  }
  scope.get('/confirm', { onRequest }, (request, reply) =>
    show(request, reply, placeFor(parameter(request, 'to') ?? '')),
  )
  scope.post('/confirm', { onRequest }, async (request, reply) => {
    const { account, secondFactor } = visitorOf(request)
    const to = placeFor(field(request, 'to'))
    const wait = await limits.try(account.email, request.ip)
    if (wait !== undefined) return await show(request, reply, to, { status: 429, problem: tooManyTries(wait) })
    const known = await signIn.check(account.email, field(request, 'password'), callerOf(request.ip))
    if (known?.id !== account.id) {
      await audit(request, 'sign_in_failed', { accountId: account.id })
      return await show(request, reply, to, { status: 401, problem: 'That password is not correct.' })
    }
    await limits.succeeded(account.email, request.ip)
    await openSession(context, request, reply, { account, secondFactor })
    await audit(request, 'password_confirmed', { accountId: account.id })
    return reply.redirect(to, 303)
  })
  scope.post('/confirm/code', { onRequest }, async (request, reply) => {
    const { account } = visitorOf(request)
    const to = placeFor(field(request, 'to'))
    const refused = await checkCode(context, request, reply, { accountId: account.id, code: field(request, 'code') })
    if (refused) return await show(request, reply, to, refused)
    await openSession(context, request, reply, { account, secondFactor: true })
    await audit(request, 'confirmed', { accountId: account.id, detail: { by: 'code' } })
    return reply.redirect(to, 303)
  })
}
