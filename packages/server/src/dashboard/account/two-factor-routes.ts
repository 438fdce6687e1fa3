import type { FastifyInstance } from 'fastify'
import type { DashboardContext } from '../context.ts'
import { field } from '../forms.ts'
import { mustBeFresh, visitorOf } from '../session.ts'
import { tooManyTries } from '../sign-in/pages.ts'
import { backupCodesPage, removePage, setUpPage } from './two-factor-pages.ts'

/**
 * `/account/two-factor`: set up, new backup codes, turned off. Only for whoever signed in or confirmed it shortly
 * before.
 */
export function registerTwoFactor(scope: FastifyInstance, context: DashboardContext): void {
  const { twoFactor, sessions, limits, audit, sendPage } = context
  const onRequest = mustBeFresh(sessions)

  scope.post('/account/two-factor', { onRequest }, async (request, reply) => {
    const { account } = visitorOf(request)
    await twoFactor.begin(account)
    return reply.redirect('/account/two-factor', 303)
  })
  scope.get('/account/two-factor', { onRequest }, async (request, reply) => {
    const setUp = await twoFactor.pending(visitorOf(request).account)
    if (!setUp) return reply.redirect('/account#two-factor', 303)
    return await sendPage(request, reply, (view) => setUpPage(view, setUp, undefined))
  })
  scope.post('/account/two-factor/confirm', { onRequest }, async (request, reply) => {
    const { account } = visitorOf(request)
    const setUp = await twoFactor.pending(account)
    if (!setUp) return reply.redirect('/account#two-factor', 303)
    const again = (problem: string) => sendPage(request, reply, (view) => setUpPage(view, setUp, problem))
    const wait = await limits.code(account.id, request.ip)
    if (wait !== undefined) return await again(tooManyTries(wait))
    const codes = await twoFactor.confirm(account, field(request, 'code'))
    if (!codes)
      return await again('This code is wrong. Check that the clock of your device is right, and try the next one.')
    await limits.codeSucceeded(account.id, request.ip)
    await sessions.addSecondFactor(request.sessionToken ?? '')
    await audit(request, 'two_factor_on', { accountId: account.id })
    return await sendPage(request, reply, () => backupCodesPage(codes))
  })
  scope.post('/account/two-factor/codes', { onRequest }, async (request, reply) => {
    const { account } = visitorOf(request)
    if (!(await twoFactor.status(account.id)).on) return reply.redirect('/account#two-factor', 303)
    const codes = await twoFactor.renewCodes(account.id)
    await audit(request, 'backup_codes_made', { accountId: account.id })
    return await sendPage(request, reply, () => backupCodesPage(codes))
  })
  scope.get('/account/two-factor/remove', { onRequest }, (request, reply) => sendPage(request, reply, removePage))
  scope.post('/account/two-factor/remove', { onRequest }, async (request, reply) => {
    const { account } = visitorOf(request)
    if (await twoFactor.remove(account.id)) await audit(request, 'two_factor_off', { accountId: account.id })
    return reply.redirect('/account?done=two-factor-off', 303)
  })
}
