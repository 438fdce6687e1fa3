import type { FastifyInstance } from 'fastify'
import type { AccountQuery } from '#accounts/ports.ts'
import type { DashboardContext } from '../context.ts'
import { parameter } from '../forms.ts'
import { registerOperatorAccount } from './account-routes.ts'
import { registerBanner } from './banner-routes.ts'
import { registerInvitations } from './invite.ts'
import { registerOperatorKeys } from './keys-routes.ts'
import { operatorPage, STATES } from './list-page.ts'
import { registerOperatorRequests } from './requests.ts'
import { listRunning } from './running.ts'
import { servicePage } from './service-page.ts'

/** Accounts on one page, and requests that are shown to run. */
const ACCOUNTS = 25
const RUNNING = 1_000

/** `/operator`: all accounts, what runs; `/operator/service`: how the service is. */
export function registerOperator(scope: FastifyInstance, context: DashboardContext): void {
  const { accounts, inspect, sendPage, clock } = context
  const onRequest = context.mustBeOperator

  scope.get('/operator', { onRequest }, async (request, reply) => {
    const state = parameter(request, 'state') ?? ''
    const query: AccountQuery = {
      text: (parameter(request, 'search') ?? '').trim().toLowerCase(),
      state: Object.hasOwn(STATES, state) ? (state as AccountQuery['state']) : undefined,
      after: parameter(request, 'after'),
      limit: ACCOUNTS,
    }
    const now = clock.now()
    const { items, next } = await accounts.search(query, now)
    const running = await listRunning(context, undefined, ACCOUNTS)
    return await sendPage(request, reply, (view) => operatorPage(view, { found: items, next, query, running, now }))
  })
  scope.get('/operator/service', { onRequest }, async (request, reply) => {
    const health = {
      state: await inspect(),
      running: await listRunning(context, undefined, RUNNING),
      process: {
        upSeconds: Math.floor(process.uptime()),
        rss: process.memoryUsage.rss(),
        node: process.versions.node,
      },
      now: clock.now(),
    }
    return await sendPage(request, reply, (view) => servicePage(view, health))
  })
  registerOperatorKeys(scope, context)
  registerBanner(scope, context)
  registerInvitations(scope, context)
  registerOperatorRequests(scope, context)
  registerOperatorAccount(scope, context)
}
