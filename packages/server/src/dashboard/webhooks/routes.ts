import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Webhook } from '#accounts/webhook.ts'
import { UserError } from '#kernel/user-error.ts'
import { originOf } from '../audit.ts'
import type { DashboardContext } from '../context.ts'
import { field, fieldAll, parameter } from '../forms.ts'
import { noSuchPage } from '../page-error.ts'
import { mustBeFresh, mustBeSignedIn, visitorOf } from '../session.ts'
import { type MadeSecret, webhooksPage } from './pages.ts'
import { askPage, webhookPage } from './webhook-page.ts'

const DONE: Record<string, string> = {
  removed: 'The webhook is removed.',
  saved: 'Settings saved.',
  tested: 'A test is on its way. Load the page again to see what came of it.',
  on: 'The webhook is on. What happened while it was off is not sent.',
  off: 'The webhook is off. Nothing is sent to it.',
}

interface Told {
  made?: MadeSecret
  problem?: string
}

/** `/webhooks`: webhooks are listed, made, tested, switched, rolled and removed. */
export function registerWebhooks(scope: FastifyInstance, context: DashboardContext): void {
  const { webhooks, sessions, sendPage } = context
  const onRequest = mustBeFresh(sessions)

  const showAll = async (request: FastifyRequest, reply: FastifyReply, { made, problem }: Told = {}) => {
    const all = await webhooks.list(visitorOf(request).account.id)
    const done = DONE[parameter(request, 'done') ?? '']
    const typed = problem === undefined ? '' : field(request, 'url')
    return await sendPage(request, reply, (view) => webhooksPage(view, { webhooks: all, made, done, problem, typed }))
  }
  scope.get('/webhooks', { onRequest: mustBeSignedIn }, (request, reply) => showAll(request, reply))
  scope.post('/webhooks', { onRequest }, async (request, reply) => {
    const wanted = {
      accountId: visitorOf(request).account.id,
      url: field(request, 'url'),
      events: fieldAll(request, 'event'),
    }
    try {
      const { secret, ...webhook } = await webhooks.create(wanted, originOf(request))
      return await showAll(request, reply, { made: { webhook, secret } })
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      return await showAll(request, reply, { problem: error.message })
    }
  })
  registerWebhook(scope, context)
}

/** `/webhooks/<id>` and what is done there. */
function registerWebhook(scope: FastifyInstance, { webhooks, sessions, sendPage }: DashboardContext): void {
  const onRequest = mustBeFresh(sessions)
  const own = async (request: FastifyRequest): Promise<Webhook> => {
    const webhook = await webhooks.find(parameter(request, 'id') ?? '', visitorOf(request).account.id)
    if (!webhook) throw noSuchPage
    return webhook
  }
  const show = async (request: FastifyRequest, reply: FastifyReply, { made, problem }: Told = {}) => {
    const webhook = await own(request)
    const deliveries = await webhooks.deliveries(webhook)
    const done = DONE[parameter(request, 'done') ?? '']
    return await sendPage(request, reply, (view) => webhookPage(view, { webhook, deliveries, made, done, problem }))
  }
  scope.get('/webhooks/:id', { onRequest: mustBeSignedIn }, (request, reply) => show(request, reply))
  scope.post('/webhooks/:id', { onRequest }, async (request, reply) => {
    const webhook = await own(request)
    try {
      await webhooks.setEvents(webhook, fieldAll(request, 'event'), originOf(request))
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      return await show(request, reply, { problem: error.message })
    }
    return reply.redirect(`/webhooks/${webhook.id}?done=saved`, 303)
  })
  scope.post('/webhooks/:id/test', { onRequest }, async (request, reply) => {
    const webhook = await own(request)
    if (webhook.disabledAt === undefined) await webhooks.test(webhook)
    return reply.redirect(`/webhooks/${webhook.id}?done=tested`, 303)
  })
  for (const to of ['on', 'off'] as const) {
    scope.post(`/webhooks/:id/${to}`, { onRequest }, async (request, reply) => {
      const webhook = await own(request)
      await webhooks.switch(webhook, to === 'on', originOf(request))
      return reply.redirect(`/webhooks/${webhook.id}?done=${to}`, 303)
    })
  }
  for (const act of ['roll', 'remove'] as const) {
    scope.get(`/webhooks/:id/${act}`, { onRequest }, async (request, reply) => {
      const webhook = await own(request)
      return await sendPage(request, reply, (view) => askPage(view, act, webhook))
    })
  }
  scope.post('/webhooks/:id/roll', { onRequest }, async (request, reply) => {
    const webhook = await own(request)
    const secret = await webhooks.roll(webhook, originOf(request))
    return await show(request, reply, { made: { webhook, secret } })
  })
  scope.post('/webhooks/:id/remove', { onRequest }, async (request, reply) => {
    await webhooks.remove(await own(request), originOf(request))
    return reply.redirect('/webhooks?done=removed', 303)
  })
}
