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
}

/** Every change of an account's balances. */
export function ledgerTable({ ledger, after, path, zone }: Ledger): Html {
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
      line.requestId === undefined
        ? html`<span class="muted">–</span>`
        : html`<a href="/research/${line.requestId}"><code class="id">${line.requestId}</code></a>`,
      line.pool,
      change(line.amount),
      number(line.balanceAfter),
    ]),
    empty: html`<p>Nothing yet.</p>`,
  })}
${older(path, { after, next: ledger.next })}`
}

function what({ reason, amount, note }: LedgerLine): Html {
  const text = reason === 'top_up' && amount < 0 ? 'Credits taken back' : REASONS[reason]
  return html`${text}${note === undefined ? none : html`: ${note}`}`
}

function change(amount: number): Html {
  return amount > 0 ? html`<span class="more">+${number(amount)}</span>` : html`−${number(-amount)}`
}
