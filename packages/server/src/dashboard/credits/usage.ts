import { type ApiKey, isOver } from '#accounts/account.ts'
import type { UsageTotal } from '#admission/history.ts'
import { notice, number, table } from '../components.ts'
import { type Html, html, none } from '../html.ts'
import { charts, iso, LEVELS, sumOf } from './chart.ts'
import type { Range } from './range.ts'

export interface Usage {
  totals: readonly UsageTotal[]
  range: Range
  /** All keys of the account, those that are revoked too. */
  keys: readonly ApiKey[]
  /** The key that was asked for; undefined for all. */
  keyId: string | undefined
  now: number
}

/** What requests came to in a range of days: by day and level, by key, and for a spreadsheet. */
export function usageSection(usage: Usage): Html {
  const { totals, range, keyId } = usage
  return html`<section aria-labelledby="usage-title">
<h2 id="usage-title">Usage</h2>
${notice(range.problem, 'problem')}
${picker(usage)}
${charts(totals, range)}
<h3>Requests by key and level</h3>
${table({
  caption: 'Usage by key and level',
  columns: [{ name: 'Key' }, ...amounts],
  rows: groupBy(totals, ({ keyId }) => keyId).map(([id, parts]) => [keyName(usage, id), ...cellsOf(parts)]),
  empty: html`<p>No requests ${range.from === range.to ? `on ${range.from}` : `from ${range.from} to ${range.to}`}${keyId === undefined ? '' : ' with this key'}.</p>`,
})}
${
  totals.length === 0
    ? none
    : html`<details><summary>Requests by day and level</summary>
${table({
  caption: 'Usage by day and level',
  columns: [{ name: 'Day' }, ...amounts],
  rows: groupBy(totals, ({ day }) => day).map(([day, parts]) => [iso(day), ...cellsOf(parts)]),
  empty: none,
})}</details>`
}
</section>`
}

function picker({ range: { from, to }, keys, keyId }: Usage): Html {
  const options = keys.map(
    (key) => html`<option value="${key.id}" ${key.id === keyId ? html`selected` : none}>${labelOf(key)}</option>`,
  )
  const csv = new URLSearchParams({ from, to, ...(keyId !== undefined && { key: keyId }) })
  return html`<form method="get" action="/credits" class="inline">
<label>First day <input type="date" name="from" value="${from}"></label>
<label>Last day <input type="date" name="to" value="${to}"></label>
<label>Key <select name="key"><option value="">All keys</option>${options}</select></label>
<button>Show</button>
<a class="button" href="/credits/usage.csv?${csv}" download>Download CSV</a>
</form>`
}

const amounts = [
  ...LEVELS.map((level) => ({ name: `${level[0]?.toUpperCase()}${level.slice(1)}`, numeric: true })),
  { name: 'Requests', numeric: true },
  { name: 'Credits', numeric: true },
]

/** Requests of each level, then both sums. */
function cellsOf(parts: readonly UsageTotal[]): string[] {
  const byLevel = LEVELS.map((level) =>
    sumOf(
      parts.filter((part) => part.level === level),
      'requests',
    ),
  )
  return [...byLevel, sumOf(parts, 'requests'), sumOf(parts, 'credits')].map(number)
}

function groupBy<Key>(
  totals: readonly UsageTotal[],
  keyOf: (total: UsageTotal) => Key,
): [Key, readonly UsageTotal[]][] {
  return [...Map.groupBy(totals, keyOf)]
}

function keyName({ keys, now }: Usage, id: string | undefined): Html | string {
  const key = keys.find((one) => one.id === id)
  // A key that is over has no page.
  if (key && isOver(key, now)) return labelOf(key)
  if (key) return html`<a href="/credentials/${key.id}">${labelOf(key)}</a>`
  return html`<span class="muted">${id === undefined ? 'Playground, or before keys were recorded' : id}</span>`
}

/** How a key is told from the others in a line of text. */
function labelOf({ name, last4, revokedAt }: ApiKey): string {
  return `${name ?? 'no name'} (…${last4}${revokedAt === undefined ? '' : ', revoked'})`
}
