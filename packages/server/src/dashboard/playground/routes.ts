import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { total } from '#accounts/credits.ts'
import { refuse } from '#http/respond.ts'
import { research } from '#http/routes.ts'
import { number } from '../components.ts'
import type { DashboardContext } from '../context.ts'
import { parameter } from '../forms.ts'
import { mustBeSignedIn, visitorOf } from '../session.ts'
import { playgroundPage } from './pages.ts'
import { PLAYGROUND_RESEARCH } from './path.ts'

/** A page's script cannot follow the way to the sign-in; it tells of it. */
const mustHaveSession: onRequestHookHandler = (request, reply, done) => {
  if (request.visitor) done()
  else refuse(reply, { code: 'INVALID_API_KEY', message: 'You are signed out. Sign in again, then ask.' })
}

/**
 * `/playground`: a question, its research and its answer. It is asked as with a key: the session stands in for it, and
 * the rest is the same way, with the account's credits and slots.
 */
export function registerPlayground(scope: FastifyInstance, context: DashboardContext): void {
  const { admission, sendEvents, manage, sendPage } = context
  scope.get('/playground', { onRequest: mustBeSignedIn }, async (request, reply) => {
    const statement = await manage.showCredits(visitorOf(request).account.id)
    return await sendPage(request, reply, (view) => playgroundPage(view, statement))
  })
  scope.get('/playground/balance', { onRequest: mustBeSignedIn }, async (request) => {
    const statement = await manage.showCredits(visitorOf(request).account.id)
    return { balance: number(total(statement)) }
  })
  scope.post(PLAYGROUND_RESEARCH, {
    onRequest: mustHaveSession,
    handler: (request, reply) =>
      research(request, reply, { accountId: visitorOf(request).account.id }, { admission, sendEvents }),
  })
  scope.delete(`${PLAYGROUND_RESEARCH}/:id`, {
    onRequest: mustHaveSession,
    async handler(request, reply) {
      const refusal = await admission.cancel(parameter(request, 'id') ?? '', visitorOf(request).account.id)
      return refusal ? refuse(reply, refusal) : reply.code(204).send()
    },
  })
}
