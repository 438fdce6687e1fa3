import type { FastifyInstance } from 'fastify'
import type { DashboardContext } from '../context.ts'
import { parameter } from '../forms.ts'
import { noSuchPage } from '../page-error.ts'
import { mustBeSignedIn, visitorOf } from '../session.ts'
import { researchPage } from './pages.ts'

/** `/research/<id>`: one request, as long as its result is kept with its answer. */
export function registerResearchPage(scope: FastifyInstance, { history, admission, sendPage }: DashboardContext): void {
  scope.get('/research/:id', { onRequest: mustBeSignedIn }, async (request, reply) => {
    const { account } = visitorOf(request)
    const id = parameter(request, 'id') ?? ''
    const record = await history.find(account.id, id)
    const found = await admission.retrieve(id, account.id)
    if (!record || 'error' in found) throw noSuchPage
    return await sendPage(request, reply, (view) => researchPage(view, record, found.research))
  })
}
