import { type ApiKey, isOver, slots } from '#accounts/account.ts'
import { total } from '#accounts/credits.ts'
import type { CreditStatement } from '#accounts/manage-credits.ts'
import type { LedgerLine, Page } from '#admission/history.ts'
import { count, notice, number, table, time } from '../components.ts'
import { ledgerTable } from '../credits/ledger.ts'
import { type Html, html, none } from '../html.ts'
import type { PageContent, View } from '../view.ts'
import { ACTS } from './acts.ts'
import { type RunningRequest, runningTable } from './running.ts'

export interface AccountDetails {
  statement: CreditStatement
  /** What was spent since the last renewal. */
  spent: number
  operator: boolean
  keys: readonly ApiKey[]
  running: readonly RunningRequest[]
  ledger: Page<LedgerLine>
  after: string | undefined
  done: string | undefined
  now: number
}

/** `/operator/accounts/<id>`: one account, without what it asked. */
export function operatorAccountPage(view: View, details: AccountDetails): PageContent {
  const { statement, running, ledger, after, done, now } = details
  const { account } = statement
  const path = `/operator/accounts/${account.id}`
  return {
    title: account.email,
    body: html`<a class="crumb" href="/operator">All accounts</a>
<h1 class="email">${account.email}</h1>
${notice(done)}
${facts(view, details)}
<section aria-labelledby="acts-title">
<h2 id="acts-title">Actions</h2>
<div class="inline">${Object.entries(ACTS)
      .filter(([, { fits = () => true }]) => fits(account))
      .map(([name, { title }]) => html`<a class="button" href="${path}/${name}">${title}</a>`)}
<a class="button" href="/operator/activity?account=${account.id}">Audit trail</a></div>
</section>
<section>
<h2>Running requests</h2>
${runningTable(running, now)}
</section>
<section>
<h2>API keys</h2>
${keyTable(view, details)}
</section>
<section>
<h2>Ledger</h2>
${ledgerTable({ ledger, after, path, zone: view.zone, linked: false })}
</section>`,
  }
}

function facts({ zone }: View, { statement, spent, operator }: AccountDetails): Html {
  const { account, free, added, nextRenewal } = statement
  return html`<dl class="facts">
<div><dt>Status</dt><dd>${
    account.suspendedAt === undefined
      ? html`<span class="badge completed">active</span>`
      : html`<span class="badge failed">suspended</span> since ${time(account.suspendedAt, zone)}`
  }${operator ? html` <span class="badge">operator</span>` : none}</dd></div>
<div><dt>Id</dt><dd><code class="id">${account.id}</code></dd></div>
<div><dt>Created</dt><dd>${time(account.registeredAt, zone)}</dd></div>
<div><dt>Tier</dt><dd>${account.tier}, ${count(slots(account.tier), 'request')} at once</dd></div>
<div><dt>Balance</dt><dd>${count(total(statement), 'credit')} (${number(free)} free, ${number(added)} added)</dd></div>
<div><dt>Spent this month</dt><dd>${number(spent)}${account.spendingLimit === undefined ? ', without a limit' : ` of a limit of ${number(account.spendingLimit)}`}</dd></div>
<div><dt>Next renewal</dt><dd>${time(nextRenewal, zone)}</dd></div>
</dl>`
}

function keyTable({ zone }: View, { statement, keys, now }: AccountDetails): Html {
  return table({
    caption: 'API keys, the newest first',
    columns: [{ name: 'Name' }, { name: 'Key' }, { name: 'Created' }, { name: 'Last used' }, { name: 'Actions' }],
    rows: keys
      .toReversed()
      .map((key) => [
        key.name ?? html`<span class="muted">no name</span>`,
        html`<code>dr_live_…${key.last4}</code>`,
        time(key.createdAt, zone),
        key.lastUsedAt === undefined ? html`<span class="muted">never</span>` : time(key.lastUsedAt, zone),
        isOver(key, now)
          ? html`<span class="muted">${key.revokedAt === undefined ? 'expired' : 'revoked'}</span>`
          : html`<a href="/operator/accounts/${statement.account.id}/keys/${key.id}" aria-label="Revoke the key ending in ${key.last4}">Revoke</a>`,
      ]),
    empty: html`<p>This account has no keys.</p>`,
  })
}
