import type { FastifyInstance, FastifyRequest } from 'fastify'
import { total } from '#accounts/credits.ts'
import type { CreditStatement } from '#accounts/manage-credits.ts'
import { periodStart } from '#accounts/renewal.ts'
import { number, time } from '../components.ts'
import type { DashboardContext } from '../context.ts'
import { parameter } from '../forms.ts'
import { html } from '../html.ts'
import { noSuchPage } from '../page-error.ts'
import { mustBeSignedIn, visitorOf } from '../session.ts'
import type { PageContent, View } from '../view.ts'
import { type Ledger, ledgerTable } from './ledger.ts'
import { readRange } from './range.ts'
import { type Usage, usageSection } from './usage.ts'
import { usageCsv } from './usage-csv.ts'

/** Lines of the ledger on one page, which is then no longer than five screens of a phone. */
const LINES = 12

/** `/credits`: balances, usage, the ledger; `/credits/usage.csv`: usage for a spreadsheet. */
export function registerCredits(scope: FastifyInstance, context: DashboardContext): void {
  const { manage, history, sendPage, clock } = context
  const onRequest = mustBeSignedIn

  const readUsage = async (request: FastifyRequest): Promise<Usage> => {
    const { account } = visitorOf(request)
    const range = readRange(request, clock.now())
    const keys = await manage.listKeys(account.id)
    const keyId = parameter(request, 'key') || undefined
    if (keyId !== undefined && !keys.some(({ id }) => id === keyId)) throw noSuchPage
    const totals = await history.usage(account.id, range.stretches, keyId)
    return { totals, range, keys, keyId, now: clock.now() }
  }

  scope.get('/credits', { onRequest }, async (request, reply) => {
    const { account } = visitorOf(request)
    const after = parameter(request, 'after')
    const usage = await readUsage(request)
    const statement = await manage.showCredits(account.id)
    const spent = await history.spent(account.id, periodStart(account.registeredAt, clock.now()))
    const ledger = await history.ledger(account.id, { after, limit: LINES })
    return await sendPage(request, reply, (view) =>
      creditsPage(view, {
        statement,
        spent,
        usage,
        ledger: { ledger, after, path: '/credits', zone: view.zone, linked: true },
      }),
    )
  })

  scope.get('/credits/usage.csv', { onRequest }, async (request, reply) => {
    const { totals, keys, range } = await readUsage(request)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="usage-${range.from}-${range.to}.csv"`)
      .send(usageCsv(totals, keys))
  })
}

interface Credits {
  statement: CreditStatement
  /** What was spent since the last renewal. */
  spent: number
  usage: Usage
  ledger: Ledger
}

function creditsPage({ zone }: View, { statement, spent, usage, ledger }: Credits): PageContent {
  const { account, free, added, nextRenewal } = statement
  const { spendingLimit } = account
  return {
    title: 'Credits',
    status: usage.range.problem === undefined ? 200 : 400,
    body: html`<h1>Credits</h1>
<dl class="tiles">
<div><dt>Balance</dt><dd>${number(total(statement))}</dd></div>
<div><dt>Free this month</dt><dd>${number(free)}</dd></div>
<div><dt>Added credits</dt><dd>${number(added)}</dd></div>
<div><dt>Spent this month</dt><dd>${number(spent)}</dd>${
      spendingLimit === undefined
        ? html`<dd class="of"><a href="/account/preferences">Set a limit</a></dd>`
        : html`<dd class="of"><meter aria-label="Spent of the limit" max="${spendingLimit}" value="${Math.min(spent, spendingLimit)}"></meter> of a limit of <a href="/account/preferences">${number(spendingLimit)}</a></dd>`
    }</div>
<div><dt>Next renewal</dt><dd class="small">${time(nextRenewal, zone)}</dd></div>
</dl>
${usageSection(usage)}
<section aria-labelledby="ledger-title">
<h2 id="ledger-title">Ledger</h2>
${ledgerTable(ledger)}
</section>`,
  }
}
