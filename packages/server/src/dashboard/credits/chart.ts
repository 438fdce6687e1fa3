import { REASONING_LEVELS, type ReasoningLevel } from '@deep-research/sdk/contract'
import type { UsageTotal } from '#admission/history.ts'
import { number } from '../components.ts'
import { type Html, html } from '../html.ts'
import { addDays, daysBetween } from '../time-zone.ts'

const HEIGHT = 100
/** The width of a day, of which its bar takes three quarters. */
const WIDTH = 8
/** The height of the smallest bar that is shown. */
const LEAST = 2

export const LEVELS = Object.keys(REASONING_LEVELS) as ReasoningLevel[]

type Amount = 'credits' | 'requests'

interface Day {
  date: string
  totals: UsageTotal[]
}

/** What each day came to, as bars of its levels: credits, and requests below. */
export function charts(totals: readonly UsageTotal[], { from, to }: { from: string; to: string }): Html {
  const days: Day[] = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => {
    const date = addDays(from, index)
    return { date, totals: totals.filter(({ day }) => iso(day) === date) }
  })
  return html`<div class="charts">
${chart('Credits', 'credits', days)}
${chart('Requests', 'requests', days)}
</div>
<ul class="legend" aria-label="Levels">${LEVELS.map((level) => html`<li><span class="swatch ${level}"></span>${level}</li>`)}</ul>`
}

function chart(name: string, amount: Amount, days: readonly Day[]): Html {
  const sums = days.map(({ totals }) => sumOf(totals, amount))
  const top = roundUp(Math.max(1, ...sums))
  const all = sums.reduce((sum, part) => sum + part, 0)
  const first = days[0]?.date ?? ''
  const last = days.at(-1)?.date ?? ''
  const middle = days[Math.floor(days.length / 2)]?.date ?? ''
  const title = `${name} by day, ${first} to ${last}: ${number(all)} in all, at most ${number(Math.max(...sums))} a day`
  return html`<figure>
<figcaption>${name} by day: <strong>${number(all)}</strong> in total</figcaption>
<div class="plot">
<div class="ticks" aria-hidden="true"><span>${number(top)}</span><span>${number(top / 2)}</span><span>0</span></div>
<svg role="img" aria-label="${title}" viewBox="0 0 ${days.length * WIDTH} ${HEIGHT}" preserveAspectRatio="none">
${[0, HEIGHT / 2, HEIGHT].map((y) => html`<line class="grid" x1="0" x2="${days.length * WIDTH}" y1="${y}" y2="${y}"/>`)}
${days.map((day, index) => bar(day, { index, amount, top }))}
</svg>
</div>
<div class="axis" aria-hidden="true"><span>${first}</span>${days.length > 2 ? html`<span>${middle}</span>` : ''}${days.length > 1 ? html`<span>${last}</span>` : ''}</div>
</figure>`
}

/** The bar of a day, with its levels stacked. */
function bar({ date, totals }: Day, { index, amount, top }: { index: number; amount: Amount; top: number }): Html {
  let y = HEIGHT
  const parts = LEVELS.map((level) => ({
    level,
    value: sumOf(
      totals.filter((one) => one.level === level),
      amount,
    ),
  }))
  const title = `${date}: ${number(sumOf(totals, amount))}`
  return html`<g><title>${title}</title>${parts
    .filter(({ value }) => value > 0)
    .map(({ level, value }) => {
      const height = Math.max(LEAST, (value / top) * HEIGHT)
      y -= height
      return html`<rect class="bar ${level}" x="${index * WIDTH + 1}" y="${y.toFixed(1)}" width="${WIDTH - 2}" height="${height.toFixed(1)}"/>`
    })}</g>`
}

export function sumOf(totals: readonly UsageTotal[], amount: Amount): number {
  return totals.reduce((sum, total) => sum + total[amount], 0)
}

/** The next of 2, 4, 10, 20, 40, 100 …: half of it is a whole number, too. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 4, 10].map((step) => step * power).find((step) => step >= Math.max(2, value)) ?? 2
}

/** The local date of a total. */
export function iso(day: number): string {
  return new Date(day).toISOString().slice(0, 10)
}
