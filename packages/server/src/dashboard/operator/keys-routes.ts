import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OperatorKey } from '#accounts/operator-key.ts'
import { UserError } from '#kernel/user-error.ts'
import { originOf } from '../audit.ts'
import type { DashboardContext } from '../context.ts'
import { field, fieldAll, parameter } from '../forms.ts'
import { mustBeFresh, visitorOf } from '../session.ts'
import { operatorKeysPage } from './keys-page.ts'

type Told = { made?: OperatorKey & { key: string }; problem?: string }

/** `/operator/keys`: keys of the operator's API are listed, made and revoked. */
export function registerOperatorKeys(scope: FastifyInstance, context: DashboardContext): void {
  const { operatorKeys, accounts, sessions, sendPage, clock } = context
  const onRequest = mustBeFresh(sessions, context.mustBeOperator)

  const show = async (request: FastifyRequest, reply: FastifyReply, { made, problem }: Told = {}) => {
    const keys = await operatorKeys.list()
    const emails = await accounts.emails([...new Set(keys.map(({ createdBy }) => createdBy))])
    const done = parameter(request, 'done') === 'revoked' ? 'The key is revoked.' : undefined
    return await sendPage(request, reply, (view) =>
      operatorKeysPage(view, { keys, made, emails, problem, done, now: clock.now() }),
    )
  }
  /** What an operator can mend is told on the page itself. */
  const trying = async (request: FastifyRequest, reply: FastifyReply, act: () => Promise<FastifyReply>) => {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      return await show(request, reply, { problem: error.message })
    }
  }

  scope.get('/operator/keys', { onRequest }, (request, reply) => show(request, reply))
  scope.post('/operator/keys', { onRequest }, (request, reply) =>
    trying(request, reply, async () => {
      const wanted = {
        name: field(request, 'name').trim(),
        scopes: fieldAll(request, 'scope'),
        days: /^\d{1,3}$/.test(field(request, 'days')) ? Number(field(request, 'days')) : Number.NaN,
      }
      const origin = { ...originOf(request), actorId: visitorOf(request).account.id }
      return await show(request, reply, { made: await operatorKeys.create(wanted, origin) })
    }),
  )
  scope.post('/operator/keys/:key/revoke', { onRequest }, (request, reply) =>
    trying(request, reply, async () => {
      await operatorKeys.revoke(parameter(request, 'key') ?? '', originOf(request))
      return reply.redirect('/operator/keys?done=revoked', 303)
    }),
  )
}
