import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EventQuery } from '#accounts/security-event.ts'
import type { DashboardContext } from '../context.ts'
import { parameter } from '../forms.ts'
import { mustBeSignedIn, visitorOf, zoneOf } from '../session.ts'
import { addDays, startOf } from '../time-zone.ts'
import { auditLines } from './audit-csv.ts'
import { ACTORS, type AuditFilter, activityPage, auditPage, KINDS } from './pages.ts'

/** Events on one page, which is then no longer than five screens of a phone. */
const EVENTS = 13

/** `/account/activity` and `/operator/activity`: the audit trail of an account, and of all. */
export function registerActivity(scope: FastifyInstance, context: DashboardContext): void {
  const { securityEvents, accounts, mustBeOperator, sendPage } = context

  const read = async (request: FastifyRequest, query: Omit<EventQuery, 'after' | 'limit'>) => {
    const after = parameter(request, 'after')
    const { items, next } = await securityEvents.list({ ...query, after, limit: EVENTS })
    return { events: items, after, next, zone: zoneOf(request) }
  }

  scope.get('/account/activity', { onRequest: mustBeSignedIn }, async (request, reply) => {
    const activity = await read(request, { accountId: visitorOf(request).account.id })
    return await sendPage(request, reply, () => activityPage(activity))
  })

  const asked = async (request: FastifyRequest, filter: AuditFilter) => {
    const { account } = filter
    const known = account === '' ? undefined : await accounts.find(account.toLowerCase())
    // An account that is gone is found by its id.
    const accountId = account === '' ? undefined : (known?.id ?? account)
    return { accountId, ...queryOf(filter, zoneOf(request)) }
  }

  scope.get('/operator/activity.csv', { onRequest: mustBeOperator }, async (request, reply) => {
    const query = await asked(request, readFilter(request))
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit-trail.csv"')
      .send(Readable.from(auditLines(securityEvents, query)))
  })

  scope.get('/operator/activity', { onRequest: mustBeOperator }, async (request, reply) => {
    const filter = readFilter(request)
    const activity = await read(request, await asked(request, filter))
    const named = activity.events.flatMap((event) => [event.accountId, event.actorId]).filter((id) => id !== undefined)
    const emails = await accounts.emails([...new Set(named)])
    return await sendPage(request, reply, () => auditPage({ ...activity, emails }, filter))
  })
}

function readFilter(request: FastifyRequest): AuditFilter {
  const text = (name: string) => (parameter(request, name) ?? '').trim()
  return { account: text('account'), kind: text('kind'), actor: text('actor'), from: text('from'), to: text('to') }
}

/** A kind or an actor that does not exist, or a text that is no date, counts as not given. */
function queryOf({ kind, actor, from, to }: AuditFilter, zone: string): Omit<EventQuery, 'after' | 'limit'> {
  const last = startOf(zone, to)
  return {
    kind: Object.hasOwn(KINDS, kind) ? (kind as keyof typeof KINDS) : undefined,
    actor: Object.hasOwn(ACTORS, actor) ? (actor as keyof typeof ACTORS) : undefined,
    from: startOf(zone, from),
    to: last === undefined ? undefined : startOf(zone, addDays(to, 1)),
  }
}
