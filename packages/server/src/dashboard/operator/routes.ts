import { TIERS, type Tier } from '@deep-research/sdk/contract'
import type { FastifyInstance } from 'fastify'
import { originOf } from '../audit.ts'
import type { DashboardContext } from '../context.ts'
import { field, parameter } from '../forms.ts'
import { cancelFault, noSuchPage, PageError } from '../page-error.ts'
import { mustBeFresh, mustBeOperator } from '../session.ts'
import { type AccountRow, operatorPage } from './pages.ts'

/** Accounts on one page, and requests that are shown to run. */
const ACCOUNTS = 25
const RUNNING = 100

const DONE: Record<string, string> = {
  tier: 'The tier is set.',
  credits: 'The credits are added.',
  cancelled: 'The request is cancelled, and its slot is free.',
}

/** `/operator`: all accounts, what runs, and how the service is. */
export function registerOperator(scope: FastifyInstance, context: DashboardContext): void {
  const { manage, manageBy, sessions, access, history, admission, sendPage, clock } = context
  const onRequest = mustBeOperator
  const toAct = mustBeFresh(sessions, mustBeOperator)

  const accountRows = async (search: string, page: number): Promise<{ rows: AccountRow[]; found: number }> => {
    const operators = new Set(await access.operators())
    const accounts = (await manage.listAccounts()).filter(({ email, id }) => email.includes(search) || id === search)
    const shown = accounts.reverse().slice((page - 1) * ACCOUNTS, page * ACCOUNTS)
    const rows: AccountRow[] = []
    for (const { id } of shown) rows.push({ ...(await manage.showCredits(id)), operator: operators.has(id) })
    return { rows, found: accounts.length }
  }

  scope.get('/operator', { onRequest }, async (request, reply) => {
    const search = (parameter(request, 'search') ?? '').trim().toLowerCase()
    const page = Math.max(1, Math.floor(Number(parameter(request, 'page') ?? 1)) || 1)
    const { rows, found } = await accountRows(search, page)
    const running = await history.running(undefined, RUNNING)
    const { rss } = process.memoryUsage()
    const health = {
      ready: await context.ready().catch(() => false),
      database: context.database,
      upSeconds: Math.floor(process.uptime()),
      rss,
    }
    return await sendPage(request, reply, (view) =>
      operatorPage(view, {
        rows,
        found,
        search,
        page,
        pages: Math.max(1, Math.ceil(found / ACCOUNTS)),
        running,
        health,
        done: DONE[parameter(request, 'done') ?? ''],
        now: clock.now(),
      }),
    )
  })
  scope.post('/operator/:id/tier', { onRequest: toAct }, async (request, reply) => {
    const tier = field(request, 'tier')
    if (!Object.hasOwn(TIERS, tier)) throw new PageError(400, 'That did not work', 'There is no such tier.')
    await manageBy(originOf(request)).setTier(parameter(request, 'id') ?? '', tier as Tier)
    return reply.redirect('/operator?done=tier', 303)
  })
  scope.post('/operator/:id/credits', { onRequest: toAct }, async (request, reply) => {
    const text = field(request, 'credits').trim()
    const credits = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
    await manageBy(originOf(request)).grantCredits(parameter(request, 'id') ?? '', credits)
    return reply.redirect('/operator?done=credits', 303)
  })
  scope.post('/operator/requests/:id/cancel', { onRequest: toAct }, async (request, reply) => {
    const id = parameter(request, 'id') ?? ''
    const running = (await history.running(undefined, Number.MAX_SAFE_INTEGER)).find((one) => one.id === id)
    if (!running) throw noSuchPage
    const refusal = await admission.cancel(id, running.accountId)
    if (refusal) throw cancelFault(refusal)
    return reply.redirect('/operator?done=cancelled', 303)
  })
}
