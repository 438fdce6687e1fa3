import type { DayTotal } from '#admission/history.ts'
import { number } from '../components.ts'
import { type Html, html } from '../html.ts'

const DAY = 86_400_000
const HEIGHT = 100
/** Of one day, of which the bar takes three quarters. */
const WIDTH = 8

/** What each day came to, as bars: credits, and requests below. */
export function chart(totals: readonly DayTotal[], from: number, to: number): Html {
  const days: DayTotal[] = []
  for (let day = from - (from % DAY); day <= to; day += DAY) {
    days.push(totals.find((total) => total.day === day) ?? { day, requests: 0, credits: 0 })
  }
  return html`<div class="charts">
${bars('Credits', days, ({ credits }) => credits)}
${bars('Requests', days, ({ requests }) => requests)}
</div>`
}

function bars(name: string, days: readonly DayTotal[], amountOf: (total: DayTotal) => number): Html {
  const most = Math.max(1, ...days.map(amountOf))
  const sum = days.reduce((all, day) => all + amountOf(day), 0)
  const first = iso(days[0]?.day ?? 0)
  const last = iso(days.at(-1)?.day ?? 0)
  const title = `${name} by day, ${first} to ${last}: ${number(sum)} in all, at most ${number(most)} a day`
  return html`<figure>
<figcaption>${name} by day <strong>${number(sum)}</strong> in all, at most ${number(most)} a day</figcaption>
<svg role="img" aria-label="${title}" viewBox="0 0 ${days.length * WIDTH} ${HEIGHT}" preserveAspectRatio="none">
${days.map((day, index) => {
  const value = amountOf(day)
  const height = value === 0 ? 1 : Math.max(3, Math.round((value / most) * HEIGHT))
  return html`<rect class="${value === 0 ? 'no' : 'bar'}" x="${index * WIDTH + 1}" y="${HEIGHT - height}" width="${WIDTH - 2}" height="${height}"><title>${iso(day.day)}: ${number(value)}</title></rect>`
})}
</svg>
<div class="axis"><span>${first}</span><span>${last}</span></div>
</figure>`
}

function iso(day: number): string {
  return new Date(day).toISOString().slice(0, 10)
}
