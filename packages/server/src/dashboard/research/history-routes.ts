import type { FastifyInstance } from 'fastify'
import type { DashboardContext } from '../context.ts'
import { parameter } from '../forms.ts'
import { cancelFault } from '../page-error.ts'
import { mustBeSignedIn, visitorOf, zoneOf } from '../session.ts'
import { readFilter } from './filter.ts'
import { historyPage } from './history-page.ts'
import { requestsCsv } from './requests-csv.ts'

/** Requests on one page, which is then no longer than five screens of a phone. */
const REQUESTS = 15

/** Most that are shown to run; no tier allows as many. */
const RUNNING = 50

const DONE: Record<string, string> = {
  cancelled: 'The request is cancelled.',
  deleted: 'The research is deleted. Its charge stays in the ledger.',
}

/** `/research`: what was asked, and what runs. */
export function registerHistory(
  scope: FastifyInstance,
  { history, admission, manage, sendPage, clock }: DashboardContext,
): void {
  const onRequest = mustBeSignedIn

  scope.get('/research', { onRequest }, async (request, reply) => {
    const { account } = visitorOf(request)
    const filter = readFilter((name) => parameter(request, name), zoneOf(request))
    const after = parameter(request, 'after')
    const running = await history.running(account.id, RUNNING)
    const requests = await history.requests(account.id, { after, limit: REQUESTS, filter: filter.asked })
    const keys = await manage.listKeys(account.id)
    const done = DONE[parameter(request, 'done') ?? '']
    return await sendPage(request, reply, (view) =>
      historyPage(view, { running, requests, keys, filter, after, done, now: clock.now() }),
    )
  })

  scope.get('/research/requests.csv', { onRequest }, async (request, reply) => {
    const { account } = visitorOf(request)
    const filter = readFilter((name) => parameter(request, name), zoneOf(request)).asked
    const keys = await manage.listKeys(account.id)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="requests.csv"')
      .send(await requestsCsv(history, account.id, { filter, keys }))
  })

  // What the page looks at from time to time.
  scope.get('/research/running', { onRequest }, async (request) => {
    const running = await history.running(visitorOf(request).account.id, RUNNING)
    return {
      now: clock.now(),
      running: running.map(({ id, query, level, startedAt }) => ({ id, query, level, startedAt })),
    }
  })

  scope.post('/research/:id/cancel', { onRequest }, async (request, reply) => {
    const refusal = await admission.cancel(parameter(request, 'id') ?? '', visitorOf(request).account.id)
    if (refusal) throw cancelFault(refusal)
    return reply.redirect('/research?done=cancelled', 303)
  })

  // The history stood here before.
  scope.get('/usage', (_request, reply) => reply.redirect('/research', 301))
}
