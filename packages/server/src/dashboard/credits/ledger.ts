import type { LedgerLine, Page } from '#admission/history.ts'
import { number, older, table, time } from '../components.ts'
import { type Html, html, none } from '../html.ts'

const REASONS: Record<LedgerLine['reason'], string> = {
  grant: 'Monthly free credits',
  expiry: 'Free credits of the last month, unused',
  top_up: 'Credits added',
  charge: 'Research',
  refund: 'Research, refunded',
}

export interface Ledger {
  ledger: Page<LedgerLine>
  after: string | undefined
  /** The page that shows it. */
  path: string
  zone: string
  /** Whether requests are links: only their account sees them. */
  linked: boolean
}

/** Every change of an account's balances. */
export function ledgerTable({ ledger, after, path, zone, linked }: Ledger): Html {
  return html`${table({
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
      time(line.createdAt, zone),
      what(line),
      requestOf(line, linked),
      line.pool,
      change(line.amount),
      number(line.balanceAfter),
    ]),
    empty: html`<p>Nothing yet.</p>`,
  })}
${older(path, { after, next: ledger.next })}`
}

function requestOf({ requestId, requestDeleted }: LedgerLine, linked: boolean): Html {
  if (requestId === undefined) return html`<span class="muted">–</span>`
  const id = html`<code class="id">${requestId}</code>`
  if (requestDeleted) return html`${id} <span class="muted">deleted</span>`
  return linked ? html`<a href="/research/${requestId}">${id}</a>` : id
}

function what({ reason, amount, note }: LedgerLine): Html {
  const text = reason === 'top_up' && amount < 0 ? 'Credits taken back' : REASONS[reason]
  return html`${text}${note === undefined ? none : html`: ${note}`}`
}

function change(amount: number): Html {
  return amount > 0 ? html`<span class="more">+${number(amount)}</span>` : html`−${number(-amount)}`
}
