import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { NewKey } from '#accounts/manage-keys.ts'
import { originOf } from '../audit.ts'
import type { DashboardContext } from '../context.ts'
import { exampleQuestion } from '../example-question.ts'
import { field } from '../forms.ts'
import { mustBeFresh, mustBeSignedIn, visitorOf } from '../session.ts'
import { startPage } from './pages.ts'

/** `/start`: from a new account to its first answer, in three steps. */
export function registerStart(scope: FastifyInstance, context: DashboardContext): void {
  const { manage, manageBy, history, sessions, baseUrl, searchesDemo, sendPage } = context
  const show = async (request: FastifyRequest, reply: FastifyReply, made?: NewKey) => {
    const { id } = visitorOf(request).account
    const keys = await manage.listKeys(id)
    const { items } = await history.requests(id, { limit: 1 })
    return await sendPage(request, reply, (view) =>
      startPage(view, {
        made,
        hasKey: keys.some(({ revokedAt }) => revokedAt === undefined),
        hasAsked: items.length > 0,
        origin: baseUrl || `${request.protocol}://${request.host}`,
        once: randomUUID(),
        fresh: sessions.isFresh(visitorOf(request)),
        query: exampleQuestion(searchesDemo).inCode,
      }),
    )
  }
  scope.get('/start', { onRequest: mustBeSignedIn }, (request, reply) => show(request, reply))
  scope.post('/start', { onRequest: mustBeFresh(sessions) }, async (request, reply) => {
    const once = field(request, 'once') || randomUUID()
    const made = await manageBy(originOf(request)).createKey(visitorOf(request).account.id, 'first key', once)
    return await show(request, reply, made)
  })
}
