import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ApiKey, isOver } from '#accounts/account.ts'
import type { NewKey } from '#accounts/manage-keys.ts'
import { UserError } from '#kernel/user-error.ts'
import { originOf } from '../audit.ts'
import type { DashboardContext } from '../context.ts'
import { field, parameter } from '../forms.ts'
import { noSuchPage } from '../page-error.ts'
import { mustBeFresh, mustBeSignedIn, visitorOf } from '../session.ts'
import { GRACES, readSettings } from './fields.ts'
import { keyPage } from './key-page.ts'
import { askPage, credentialsPage } from './pages.ts'

const DONE: Record<string, string> = {
  revoked: 'The key is revoked. Requests that use it get 401.',
  saved: 'Settings saved. They apply from the key’s next request.',
}

/** `/credentials`: keys are listed, made, rolled and revoked. */
export function registerCredentials(scope: FastifyInstance, context: DashboardContext): void {
  const { manage, manageBy, sessions, sendPage, clock } = context
  const onRequest = mustBeFresh(sessions)

  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { made, problem }: { made?: NewKey; problem?: string } = {},
  ) => {
    const keys = await manage.listKeys(visitorOf(request).account.id)
    const done = DONE[parameter(request, 'done') ?? '']
    return await sendPage(request, reply, (view) =>
      credentialsPage(view, {
        keys,
        made,
        problem,
        done,
        once: randomUUID(),
        fresh: sessions.isFresh(visitorOf(request)),
        now: clock.now(),
      }),
    )
  }

  /** What a user can mend is told on the page itself. */
  const showMade = async (request: FastifyRequest, reply: FastifyReply, make: () => Promise<NewKey>) => {
    try {
      return await show(request, reply, { made: await make() })
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      return await show(request, reply, { problem: error.message })
    }
  }

  scope.get('/credentials', { onRequest: mustBeSignedIn }, (request, reply) => show(request, reply))
  scope.post('/credentials', { onRequest }, (request, reply) => {
    const name = field(request, 'name').trim() || undefined
    const once = field(request, 'once') || randomUUID()
    return showMade(request, reply, () =>
      manageBy(originOf(request)).createKey(visitorOf(request).account.id, name, once),
    )
  })
  for (const act of ['roll', 'revoke'] as const) {
    scope.get(`/credentials/:id/${act}`, { onRequest }, async (request, reply) => {
      const key = await ownKey(context, request)
      return await sendPage(request, reply, (view) => askPage(view, act, key))
    })
  }
  scope.post('/credentials/:id/roll', { onRequest }, async (request, reply) => {
    const { id } = await ownKey(context, request)
    const grace = GRACES[field(request, 'grace')]?.ms
    return await showMade(request, reply, () => manageBy(originOf(request)).rollKey(id, grace))
  })
  scope.post('/credentials/:id/revoke', { onRequest }, async (request, reply) => {
    const { id } = await ownKey(context, request)
    await manageBy(originOf(request)).revokeKey(id)
    return reply.redirect('/credentials?done=revoked', 303)
  })
  registerKeySettings(scope, context)
}

/** `/credentials/<id>`: the name, the last day and the budget of a key. */
function registerKeySettings(scope: FastifyInstance, context: DashboardContext): void {
  const { manage, manageBy, sessions, sendPage } = context
  const show = async (request: FastifyRequest, reply: FastifyReply, problem?: string) => {
    const key = await ownKey(context, request)
    const budget = await manage.showBudget(key.id)
    const done = DONE[parameter(request, 'done') ?? '']
    return await sendPage(request, reply, (view) => keyPage(view, { key, budget, done, problem }))
  }
  scope.get('/credentials/:id', { onRequest: mustBeSignedIn }, (request, reply) => show(request, reply))
  scope.post('/credentials/:id', { onRequest: mustBeFresh(sessions) }, async (request, reply) => {
    const { id } = await ownKey(context, request)
    try {
      await manageBy(originOf(request)).changeKey(id, readSettings(request))
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      return await show(request, reply, error.message)
    }
    return reply.redirect(`/credentials/${id}?done=saved`, 303)
  })
}

/** A key of whoever is signed in. Somebody else's key is answered like one that does not exist. */
async function ownKey({ manage, clock }: DashboardContext, request: FastifyRequest): Promise<ApiKey> {
  const keys = await manage.listKeys(visitorOf(request).account.id)
  const key = keys.find(({ id }) => id === parameter(request, 'id'))
  if (!key || isOver(key, clock.now())) throw noSuchPage
  return key
}
