import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { total } from '#accounts/credits.ts'
import type { HistoryStore, RequestRecord } from '#admission/history.ts'
import { refuse } from '#http/respond.ts'
import { research } from '#http/routes.ts'
import { number } from '../components.ts'
import type { DashboardContext } from '../context.ts'
import { exampleQuestion } from '../example-question.ts'
import { parameter } from '../forms.ts'
import { mustBeSignedIn, visitorOf } from '../session.ts'
import { playgroundPage } from './pages.ts'
import { PLAYGROUND_RESEARCH } from './path.ts'

/** Most that are looked through; no tier runs as many. */
const RUNNING = 50

/** A script cannot follow a redirect to the sign-in page, so it gets an error that it can show. */
const mustHaveSession: onRequestHookHandler = (request, reply, done) => {
  if (request.visitor) done()
  else refuse(reply, { code: 'INVALID_API_KEY', message: 'You are signed out. Sign in again, then ask.' })
}

/** The request that the page shows: the one that is named, else the newest that was asked here. */
async function findRunning(
  history: HistoryStore,
  accountId: string,
  named: string | undefined,
): Promise<RequestRecord | undefined> {
  const running = await history.running(accountId, RUNNING)
  return running.find(({ id }) => id === named) ?? running.find(({ keyId }) => keyId === undefined)
}

/**
 * `/playground`: a question, its research and its answer. It is asked as with a key: the session takes the place of the
 * key, and all else is the same, with the account's credits and slots.
 */
export function registerPlayground(scope: FastifyInstance, context: DashboardContext): void {
  const { admission, sendEvents, manage, history, searchesDemo, sendPage } = context
  const example = exampleQuestion(searchesDemo)
  scope.get('/playground', { onRequest: mustBeSignedIn }, async (request, reply) => {
    const { id } = visitorOf(request).account
    const asked = parameter(request, 'run')
    if (asked !== undefined && (await history.find(id, asked))?.endedAt !== undefined) {
      return reply.redirect(`/research/${encodeURIComponent(asked)}`, 303)
    }
    const again = await history.find(id, parameter(request, 'again') ?? '')
    const running = again ? undefined : await findRunning(history, id, asked)
    const statement = await manage.showCredits(id)
    return await sendPage(request, reply, (view) => playgroundPage(view, { statement, again, running, example }))
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
