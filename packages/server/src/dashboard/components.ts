import { type Html, html, none } from './html.ts'
import { clockOf } from './local-clock.ts'

const numbers = new Intl.NumberFormat('en-US')

/** Credits and counts. */
export function number(value: number): string {
  return numbers.format(value)
}

/** So many things, with their name in the right number. */
export function count(many: number, name: string): string {
  return `${number(many)} ${name}${many === 1 ? '' : 's'}`
}

/** An instant to the second, in a time zone. */
export function time(at: number, zone: string): Html {
  const { date, clock } = clockOf(zone, at)
  return html`<time datetime="${new Date(at).toISOString()}">${date} <span class="clock">${clock}</span></time>`
}

/** A length of time, from milliseconds. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${ms} ms`
  const seconds = Math.round(ms / 1_000)
  // What is rounded to a minute is shown as one.
  if (seconds < 60) return `${(ms / 1_000).toFixed(1)} s`
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

export interface Column {
  name: string
  /** Aligned at the right, in digits of one width. */
  numeric?: boolean
  /** So short that two stand beside each other on a narrow screen. Default: as `numeric`. */
  short?: boolean
  /** The row's subject: on a narrow screen it has the whole width, without its name. */
  wide?: boolean
}

export interface TableOptions {
  /** What the table holds; read out, not shown. */
  caption: string
  columns: readonly Column[]
  rows: readonly (readonly (Html | string | number)[])[]
  /** What stands in place of a table without rows. */
  empty: Html
  id?: string
}

/** A table; on a narrow screen each row is a card, so the roles are written out: `display` would take them away. */
export function table({ caption, columns, rows, empty, id }: TableOptions): Html {
  if (rows.length === 0) return html`<div class="empty">${empty}</div>`
  const cell = (content: Html | string | number, index: number) => {
    const { name = '', numeric = false, short = numeric, wide } = columns[index] ?? {}
    const kinds = [numeric && 'number', short && 'short', wide && 'wide'].filter(Boolean).join(' ')
    return html`<td role="cell" data-label="${name}" class="${kinds}"><div>${content}</div></td>`
  }
  return html`<table role="table" ${id === undefined ? none : html`id="${id}"`}>
<caption class="hidden">${caption}</caption>
<thead role="rowgroup"><tr role="row">
${columns.map(({ name, numeric }) => html`<th role="columnheader" scope="col" class="${numeric ? 'number' : ''}">${name}</th>`)}
</tr></thead>
<tbody role="rowgroup">
${rows.map((row) => html`<tr role="row">${row.map(cell)}</tr>`)}
</tbody>
</table>`
}

/** A line that tells what came of the last step. */
export function notice(text: string | undefined, kind: 'done' | 'problem' = 'done'): Html {
  if (text === undefined) return none
  return html`<p class="notice ${kind}" role="${kind === 'done' ? 'status' : 'alert'}">${text}</p>`
}

/** Where an address is typed, so that nobody acts on another account than the one that they mean. */
export function typedAddress(email: string): Html {
  return html`<label><span>Type <b>${email}</b> to confirm</span> <input name="confirm" required autocomplete="off" autocapitalize="off" spellcheck="false"></label>`
}

/** Links to the newest and to older items of a list. */
export function older(path: string, { after, next }: { after: string | undefined; next: string | undefined }): Html {
  if (after === undefined && next === undefined) return none
  return html`<nav class="pages" aria-label="Pages">
${after === undefined ? none : html`<a href="${path}">Newest</a>`}
${next === undefined ? none : html`<a href="${path}${path.includes('?') ? '&' : '?'}after=${encodeURIComponent(next)}" rel="next">Older</a>`}
</nav>`
}
