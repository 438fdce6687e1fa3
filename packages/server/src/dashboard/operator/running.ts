import type { AccountStore } from '#accounts/ports.ts'
import type { HistoryStore, RequestRecord } from '#admission/history.ts'
import { duration, table } from '../components.ts'
import { type Html, html } from '../html.ts'

/** A running request, and the address of its account. */
export interface RunningRequest extends RequestRecord {
  email: string
}

/** The running requests of one account, or of all, the newest first. */
export async function listRunning(
  { history, accounts }: { history: Pick<HistoryStore, 'running'>; accounts: Pick<AccountStore, 'emails'> },
  accountId: string | undefined,
  limit: number,
): Promise<RunningRequest[]> {
  const running = await history.running(accountId, limit)
  const emails = await accounts.emails([...new Set(running.map((request) => request.accountId))])
  return running.map((request) => ({ ...request, email: emails.get(request.accountId) ?? request.accountId }))
}

/** What runs, without what was asked. */
export function runningTable(running: readonly RunningRequest[], now: number): Html {
  return table({
    caption: 'Running requests, the newest first',
    columns: [
      { name: 'Request' },
      { name: 'Account' },
      { name: 'Level', short: true },
      { name: 'For', numeric: true },
      { name: 'Actions' },
    ],
    rows: running.map(({ id, accountId, email, level, startedAt }) => [
      html`<code class="id">${id}</code>`,
      html`<a class="email" href="/operator/accounts/${accountId}">${email}</a>`,
      level,
      duration(Math.max(0, now - startedAt)),
      html`<a href="/operator/accounts/${accountId}/requests/${id}" aria-label="Cancel ${id}">Cancel</a>`,
    ]),
    empty: html`<p>Nothing is running.</p>`,
  })
}
