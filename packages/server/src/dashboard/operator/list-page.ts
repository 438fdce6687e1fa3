import { total } from '#accounts/credits.ts'
import type { AccountQuery, FoundAccount } from '#accounts/ports.ts'
import { number, older, table, time } from '../components.ts'
import { type Html, html, none } from '../html.ts'
import type { PageContent, View } from '../view.ts'
import { type RunningRequest, runningTable } from './running.ts'

export interface AccountList {
  found: readonly FoundAccount[]
  next: string | undefined
  query: AccountQuery
  running: readonly RunningRequest[]
  now: number
}

export const STATES: Record<NonNullable<AccountQuery['state']>, string> = {
  active: 'Active',
  suspended: 'Suspended',
  operator: 'Operators',
}

/** `/operator`: all accounts, and what runs. */
export function operatorPage(view: View, { found, next, query, running, now }: AccountList): PageContent {
  const { text, state, after } = query
  const search = new URLSearchParams({ ...(text && { search: text }), ...(state && { state }) })
  return {
    title: 'Operator',
    body: html`<h1>Operator</h1>
<p class="inline"><a class="button" href="/operator/requests">Requests</a> <a class="button" href="/operator/service">Service health</a> <a class="button" href="/operator/activity">Audit trail</a> <a class="button" href="/operator/keys">Operator keys</a> <a class="button" href="/operator/invite">Invite somebody</a></p>
<section>
<h2>Accounts</h2>
<form method="get" action="/operator" class="inline" role="search">
<label>Address or id <input type="search" name="search" value="${text}" autocapitalize="off" spellcheck="false"></label>
<label>State <select name="state"><option value="">All</option>${Object.entries(STATES).map(
      ([value, name]) => html`<option value="${value}" ${value === state ? html`selected` : none}>${name}</option>`,
    )}</select></label>
<button>Search</button>
</form>
${table({
  caption: 'Accounts, the newest first',
  columns: [
    { name: 'Account' },
    { name: 'Since' },
    { name: 'Tier', short: true },
    { name: 'Free', numeric: true },
    { name: 'Added', numeric: true },
    { name: 'Balance', numeric: true },
  ],
  rows: found.map((row) => [
    accountCell(row),
    time(row.account.registeredAt, view.zone),
    row.account.tier,
    number(row.balances.free),
    number(row.balances.added),
    number(total(row.balances)),
  ]),
  empty: html`<p>${after === undefined ? 'No account matches.' : 'No older accounts.'}</p>`,
})}
${older(`/operator${search.size > 0 ? `?${search}` : ''}`, { after, next })}
</section>
<section>
<h2>Running requests</h2>
${runningTable(running, now)}
</section>`,
  }
}

function accountCell({ account, operator }: FoundAccount): Html {
  return html`<a class="email" href="/operator/accounts/${account.id}">${account.email}</a>${
    operator ? html` <span class="badge">operator</span>` : none
  }${account.suspendedAt === undefined ? none : html` <span class="badge failed">suspended</span>`}
<code class="id">${account.id}</code>`
}
