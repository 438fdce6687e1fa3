import { TIERS } from '@deep-research/sdk/contract'
import { total } from '#accounts/credits.ts'
import type { CreditStatement } from '#accounts/manage.ts'
import type { RequestRecord } from '#admission/history.ts'
import { duration, notice, number, table, time } from '../components.ts'
import { type Html, html, none } from '../html.ts'
import { formField, type PageContent, type View } from '../view.ts'

export interface AccountRow extends CreditStatement {
  operator: boolean
}

export interface Overview {
  rows: readonly AccountRow[]
  /** Accounts that the search found. */
  found: number
  search: string
  page: number
  pages: number
  running: readonly RequestRecord[]
  health: { ready: boolean; database: string; upSeconds: number; rss: number }
  done: string | undefined
  now: number
}

const MEBIBYTE = 1_048_576

/** All accounts, what runs, and how the service is. */
export function operatorPage(view: View, overview: Overview): PageContent {
  const { rows, found, search, running, health, done, now } = overview
  return {
    title: 'Operator',
    body: html`<h1>Operator</h1>
${notice(done)}
<dl class="tiles">
<div><dt>Service</dt><dd><span class="badge ${health.ready ? 'completed' : 'failed'}">${health.ready ? 'ready' : 'not ready'}</span></dd></div>
<div><dt>Running</dt><dd>${number(running.length)}</dd></div>
<div><dt>Up</dt><dd class="small">${duration(health.upSeconds * 1000)}</dd></div>
<div><dt>Memory</dt><dd class="small">${number(Math.round(health.rss / MEBIBYTE))} MiB</dd></div>
<div><dt>Database</dt><dd class="small">${health.database}</dd></div>
</dl>
<section>
<h2>Running requests</h2>
${table({
  caption: 'Running requests of all accounts',
  columns: [
    { name: 'Request' },
    { name: 'Account' },
    { name: 'Level', short: true },
    { name: 'For', numeric: true },
    { name: 'Actions' },
  ],
  rows: running.map((request) => [
    html`<code class="id">${request.id}</code>`,
    html`<code class="id">${request.accountId}</code>`,
    request.level,
    duration(Math.max(0, now - request.startedAt)),
    html`<form method="post" action="/operator/requests/${request.id}/cancel">${formField(view)}<button aria-label="Cancel ${request.id}">Cancel</button></form>`,
  ]),
  empty: html`<p>Nothing runs right now.</p>`,
})}
</section>
<section>
<h2>Accounts</h2>
<p><a href="/operator/activity">Audit trail of all accounts</a></p>
<form method="get" action="/operator" class="inline" role="search">
<label>Address or id <input type="search" name="search" value="${search}"></label>
<button>Search</button>
<span class="muted">${number(found)} found</span>
</form>
${table({
  caption: 'Accounts, the newest first',
  columns: [
    { name: 'Account' },
    { name: 'Since' },
    { name: 'Free', numeric: true },
    { name: 'Added', numeric: true },
    { name: 'Balance', numeric: true },
    { name: 'Tier' },
    { name: 'Add credits' },
  ],
  rows: rows.map((row) => [
    accountCell(row),
    time(row.account.registeredAt),
    number(row.free),
    number(row.added),
    number(total(row)),
    tierForm(view, row),
    creditsForm(view, row),
  ]),
  empty: html`<p>No account has this address or id.</p>`,
})}
${pagesNav(overview)}
</section>`,
  }
}

function accountCell({ account, operator }: AccountRow): Html {
  return html`<span class="email">${account.email}</span>${operator ? html` <span class="badge">operator</span>` : none}
<code class="id">${account.id}</code>`
}

function tierForm(view: View, { account }: AccountRow): Html {
  return html`<form method="post" action="/operator/${account.id}/tier" class="inline tight">${formField(view)}
<select name="tier" aria-label="Tier of ${account.email}">${Object.keys(TIERS).map(
    (tier) => html`<option ${tier === account.tier ? html`selected` : none}>${tier}</option>`,
  )}</select><button aria-label="Set the tier of ${account.email}">Set</button></form>`
}

function creditsForm(view: View, { account }: AccountRow): Html {
  return html`<form method="post" action="/operator/${account.id}/credits" class="inline tight">${formField(view)}
<input type="number" name="credits" min="1" max="1000000000" required aria-label="Credits to add to ${account.email}"><button aria-label="Add credits to ${account.email}">Add</button></form>`
}

function pagesNav({ search, page, pages }: Overview): Html {
  if (pages === 1) return none
  const to = (at: number) => `/operator?search=${encodeURIComponent(search)}&page=${at}`
  return html`<nav class="pages" aria-label="Pages">
${page > 1 ? html`<a href="${to(page - 1)}" rel="prev">Newer</a>` : none}
<span>Page ${page} of ${pages}</span>
${page < pages ? html`<a href="${to(page + 1)}" rel="next">Older</a>` : none}
</nav>`
}
