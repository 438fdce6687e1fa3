import type { FastifyInstance } from 'fastify'
import type { DashboardContext } from '../context.ts'
import { parameter } from '../forms.ts'
import { noSuchPage } from '../page-error.ts'
import { mustBeSignedIn } from '../session.ts'
import { sourcePage } from './pages.ts'

/**
 * `/sources/<address>`: a document of the service's own corpus, for whoever is signed in: everybody may ask about all of
 * it. `from` and `to` are offsets of the passage that is highlighted, `at` of where a part of a long document begins.
 */
export function registerSources(scope: FastifyInstance, { findSource, sendPage }: DashboardContext): void {
  scope.get('/sources/*', { onRequest: mustBeSignedIn }, async (request, reply) => {
    const source = await findSource(parameter(request, '*') ?? '')
    if (!source) throw noSuchPage
    const offset = (name: string) => {
      const text = parameter(request, name) ?? ''
      return /^\d{1,12}$/.test(text) ? Math.min(Number(text), source.text.length) : undefined
    }
    const [from, to, at] = [offset('from'), offset('to'), offset('at')]
    const range = from !== undefined && to !== undefined && from < to ? { from, to } : undefined
    return await sendPage(request, reply, () => sourcePage(source, { range, at }))
  })
}
