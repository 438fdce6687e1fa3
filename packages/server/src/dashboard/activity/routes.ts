import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DashboardContext } from '../context.ts'
import { parameter } from '../forms.ts'
import { mustBeOperator, mustBeSignedIn, visitorOf } from '../session.ts'
import { activityPage, auditPage } from './pages.ts'

const EVENTS = 25

/** `/account/activity` and `/operator/activity`: the audit trail of an account, and of all. */
export function registerActivity(scope: FastifyInstance, context: DashboardContext): void {
  const { securityEvents, accounts, sendPage } = context

  const read = async (request: FastifyRequest, accountId: string | undefined) => {
    const after = parameter(request, 'after')
    const { items, next } = await securityEvents.list({ accountId, after, limit: EVENTS })
    return { events: items, after, next }
  }

  scope.get('/account/activity', { onRequest: mustBeSignedIn }, async (request, reply) => {
    const activity = await read(request, visitorOf(request).account.id)
    return await sendPage(request, reply, () => activityPage(activity))
  })

  scope.get('/operator/activity', { onRequest: mustBeOperator }, async (request, reply) => {
    const account = (parameter(request, 'account') ?? '').trim()
    const known = account === '' ? undefined : await accounts.find(account.toLowerCase())
    // An account that is gone is found by its id.
    const activity = await read(request, account === '' ? undefined : (known?.id ?? account))
    return await sendPage(request, reply, () => auditPage(activity, account))
  })
}
