import type { RequestRecord } from '#admission/history.ts'
import { duration, table } from '../components.ts'
import { type Html, html } from '../html.ts'

/** What runs, without what was asked. */
export function runningTable(running: readonly RequestRecord[], now: number): Html {
  return table({
    caption: 'Running requests, the newest first',
    columns: [
      { name: 'Request' },
      { name: 'Account' },
      { name: 'Level', short: true },
      { name: 'For', numeric: true },
      { name: 'Actions' },
    ],
    rows: running.map(({ id, accountId, level, startedAt }) => [
      html`<code class="id">${id}</code>`,
      html`<a href="/operator/accounts/${accountId}"><code class="id">${accountId}</code></a>`,
      level,
      duration(Math.max(0, now - startedAt)),
      html`<a href="/operator/accounts/${accountId}/requests/${id}" aria-label="Cancel ${id}">Cancel</a>`,
    ]),
    empty: html`<p>Nothing is running.</p>`,
  })
}
