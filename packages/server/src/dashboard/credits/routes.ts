import type { FastifyInstance } from 'fastify'
import { total } from '#accounts/credits.ts'
import type { CreditStatement } from '#accounts/manage.ts'
import { periodStart } from '#accounts/renewal.ts'
import type { DayTotal, LedgerLine, Page } from '#admission/history.ts'
import { number, older, table, time } from '../components.ts'
import type { DashboardContext } from '../context.ts'
import { parameter } from '../forms.ts'
import { type Html, html } from '../html.ts'
import { mustBeSignedIn, visitorOf } from '../session.ts'
import type { PageContent } from '../view.ts'
import { chart } from './chart.ts'

const LINES = 25

const REASONS: Record<LedgerLine['reason'], string> = {
  grant: 'Monthly free credits',
  expiry: 'Free credits of the last month, unused',
  top_up: 'Credits added',
  charge: 'Research',
  refund: 'Research, given back',
}

/** `/credits`: balances, the month, the ledger. */
export function registerCredits(scope: FastifyInstance, { manage, history, sendPage, clock }: DashboardContext): void {
  scope.get('/credits', { onRequest: mustBeSignedIn }, async (request, reply) => {
    const { account } = visitorOf(request)
    const after = parameter(request, 'after')
    const now = clock.now()
    const from = periodStart(account.registeredAt, now)
    const statement = await manage.showCredits(account.id)
    const days = await history.days(account.id, from)
    const ledger = await history.ledger(account.id, { after, limit: LINES })
    return await sendPage(request, reply, () => creditsPage({ statement, days, from, ledger, after }))
  })
}

interface Credits {
  statement: CreditStatement
  days: readonly DayTotal[]
  from: number
  ledger: Page<LedgerLine>
  after: string | undefined
}

function creditsPage({ statement, days, from, ledger, after }: Credits): PageContent {
  const { free, added, nextRenewal } = statement
  return {
    title: 'Credits',
    body: html`<h1>Credits</h1>
<dl class="tiles">
<div><dt>Balance</dt><dd>${number(total(statement))}</dd></div>
<div><dt>Free, this month</dt><dd>${number(free)}</dd></div>
<div><dt>Added, kept</dt><dd>${number(added)}</dd></div>
<div><dt>Next renewal</dt><dd class="small">${time(nextRenewal)}</dd></div>
</dl>
<section>
<h2>This month</h2>
${chart(days, from, nextRenewal)}
</section>
<section>
<h2>Ledger</h2>
${table({
  caption: 'Every change of the balances, the newest first',
  columns: [
    { name: 'Time' },
    { name: 'What' },
    { name: 'Request' },
    { name: 'Balance', short: true },
    { name: 'Change', numeric: true },
    { name: 'After', numeric: true },
  ],
  rows: ledger.items.map((line) => [
    time(line.createdAt),
    REASONS[line.reason],
    line.requestId === undefined ? html`<span class="muted">–</span>` : html`<code class="id">${line.requestId}</code>`,
    line.pool,
    change(line.amount),
    number(line.balanceAfter),
  ]),
  empty: html`<p>Nothing yet.</p>`,
})}
${older('/credits', { after, next: ledger.next })}
</section>`,
  }
}

function change(amount: number): Html {
  return amount > 0 ? html`<span class="more">+${number(amount)}</span>` : html`−${number(-amount)}`
}
