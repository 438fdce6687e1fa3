import type { FastifyInstance } from 'fastify'
import { UserError } from '#kernel/user-error.ts'
import { originOf } from '../audit.ts'
import type { DashboardContext } from '../context.ts'
import { field } from '../forms.ts'
import { PageError } from '../page-error.ts'
import { mustBeFresh } from '../session.ts'

/** `/operator/banner`: sets the line that stands on every page. */
export function registerBanner(scope: FastifyInstance, { banner, sessions, mustBeOperator }: DashboardContext): void {
  const onRequest = mustBeFresh(sessions, mustBeOperator)
  scope.post('/operator/banner', { onRequest }, async (request, reply) => {
    try {
      await banner.set(field(request, 'text'), originOf(request))
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      throw new PageError(400, 'That didn’t work', error.message)
    }
    return reply.redirect('/operator/service', 303)
  })
}
