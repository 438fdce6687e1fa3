import type { RetrievedResearch } from '@deep-research/sdk/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestRecord } from '#admission/history.ts'
import { findSources, passageOf } from '../answer/passage.ts'
import type { DashboardContext } from '../context.ts'
import { parameter } from '../forms.ts'
import { noSuchPage, PageError } from '../page-error.ts'
import { mustBeSignedIn, visitorOf } from '../session.ts'
import { deletePage } from './delete-page.ts'

const stillRunning = new PageError(
  409,
  'This research is still running',
  'Cancel it first, or wait until it has finished. Then you can delete it.',
)

/** `/research/<id>`: one request, as long as its result is kept with its answer. */
export function registerResearchPage(scope: FastifyInstance, context: DashboardContext): void {
  const { history, admission, manage, sendPage, clock } = context
  const onRequest = mustBeSignedIn
  const find = async (request: FastifyRequest): Promise<{ record: RequestRecord; research: RetrievedResearch }> => {
    const { account } = visitorOf(request)
    const id = parameter(request, 'id') ?? ''
    const record = await history.find(account.id, id)
    const found = await admission.retrieve(id, account.id)
    if (!record || 'error' in found) throw noSuchPage
    return { record, research: found.research }
  }
  scope.get('/research/:id', { onRequest }, async (request, reply) => {
    const { record, research } = await find(request)
    const keys = await manage.listKeys(record.accountId)
    const findSource = await findSources(research.result?.citations ?? [], context.findSource)
    // Markdown is a good many files, which a start need not load.
    const { researchPage } = await import('./pages.ts')
    return await sendPage(request, reply, (view) => researchPage(view, { request: record, research, keys, findSource }))
  })
  // What a page that followed the research adds to the answer when it is complete.
  scope.get('/research/:id/passages', { onRequest }, async (request) => {
    const { citations = [] } = (await find(request)).research.result ?? {}
    const findSource = await findSources(citations, context.findSource)
    return Object.fromEntries(citations.map((citation) => [citation.id, passageOf(citation, findSource)]))
  })
  scope.get('/research/:id/delete', { onRequest }, async (request, reply) => {
    const { record } = await find(request)
    if (record.endedAt === undefined) throw stillRunning
    return await sendPage(request, reply, (view) => deletePage(view, record))
  })
  scope.post('/research/:id/delete', { onRequest }, async (request, reply) => {
    const { record } = await find(request)
    if (!(await history.remove(record.accountId, record.id, clock.now()))) throw stillRunning
    return reply.redirect('/research?done=deleted', 303)
  })
}
