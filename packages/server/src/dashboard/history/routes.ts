import type { FastifyInstance } from 'fastify'
import type { DashboardContext } from '../context.ts'
import { parameter } from '../forms.ts'
import { cancelFault } from '../page-error.ts'
import { mustBeSignedIn, visitorOf } from '../session.ts'
import { usagePage } from './pages.ts'

const REQUESTS = 25

/** Most that are shown to run; no tier allows as many. */
const RUNNING = 50

const DONE: Record<string, string> = { cancelled: 'The request is cancelled, and its slot is free.' }

/** `/usage`: what was asked, and what runs. */
export function registerHistory(
  scope: FastifyInstance,
  { history, admission, sendPage, clock }: DashboardContext,
): void {
  const onRequest = mustBeSignedIn

  scope.get('/usage', { onRequest }, async (request, reply) => {
    const { account } = visitorOf(request)
    const after = parameter(request, 'after')
    const running = await history.running(account.id, RUNNING)
    const requests = await history.requests(account.id, { after, limit: REQUESTS })
    const done = DONE[parameter(request, 'done') ?? '']
    return await sendPage(request, reply, (view) =>
      usagePage(view, { running, requests, after, done, now: clock.now() }),
    )
  })

  // What the page looks at from time to time.
  scope.get('/usage/running', { onRequest }, async (request) => {
    const running = await history.running(visitorOf(request).account.id, RUNNING)
    return {
      now: clock.now(),
      running: running.map(({ id, query, level, startedAt }) => ({ id, query, level, startedAt })),
    }
  })

  scope.post('/usage/:id/cancel', { onRequest }, async (request, reply) => {
    const refusal = await admission.cancel(parameter(request, 'id') ?? '', visitorOf(request).account.id)
    if (refusal) throw cancelFault(refusal)
    return reply.redirect('/usage?done=cancelled', 303)
  })
}
