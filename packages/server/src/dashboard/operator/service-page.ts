import { MAX_BANNER } from '#accounts/banner.ts'
import { count, duration, number, table } from '../components.ts'
import { type Html, html } from '../html.ts'
import type { ServiceState } from '../parts.ts'
import { formField, type PageContent, type View } from '../view.ts'
import type { RunningRequest } from './running.ts'

export interface Health {
  state: ServiceState
  running: readonly RunningRequest[]
  process: { upSeconds: number; rss: number; node: string }
  now: number
}

const MEBIBYTE = 1_048_576

/** `/operator/service`: how the service is at this moment. */
export function servicePage(view: View, { state, running, process, now }: Health): PageContent {
  const { ready, overdue, version, streams, storage } = state
  return {
    title: 'Service health',
    body: html`<a class="crumb" href="/operator">Operator</a>
<h1>Service health</h1>
<dl class="tiles">
<div><dt>Service</dt><dd>${badge(ready, 'ready', 'not ready')}</dd></div>
<div><dt>Running requests</dt><dd>${number(running.length)}</dd></div>
<div><dt>Open streams</dt><dd>${number(streams)}</dd></div>
<div><dt>Longest running</dt><dd class="small">${longest(running, now)}</dd></div>
</dl>
<dl class="facts">
<div><dt>Standing still</dt><dd>${overdue === 0 ? 'nothing' : badge(false, '', `${count(overdue, 'request')} over the time limit of the level`)}</dd></div>
<div><dt>Version</dt><dd>${version}, Node.js ${process.node}</dd></div>
<div><dt>Queue</dt><dd>none: a request starts at once, or is refused if its account has no free slot</dd></div>
<div><dt>Uptime</dt><dd>${duration(process.upSeconds * 1000)}</dd></div>
<div><dt>Memory</dt><dd>${mebibytes(process.rss)}</dd></div>
<div><dt>Storage</dt><dd>${storage.name}, ${mebibytes(storage.bytes)}, schema ${storage.version}</dd></div>
${engineFacts(state)}
</dl>
${providers(state)}
<section>
<h2>Slots in use</h2>
${slotTable(running)}
</section>
<form method="post" action="/operator/banner" class="stack card narrow">
${formField(view)}
<h2>Notice on every page</h2>
<label>What everybody is told <input name="text" maxlength="${MAX_BANNER}" value="${view.banner ?? ''}" autocomplete="off" placeholder="Maintenance on Sunday from 08:00 to 09:00 UTC" aria-describedby="banner-hint"></label>
<p class="hint" id="banner-hint">It stands at the top of the dashboard, also before signing in. Leave it empty for none.</p>
<button class="primary">Save</button>
</form>`,
  }
}

function engineFacts({ engine }: ServiceState): Html {
  if (!engine) return html`<div><dt>Engine</dt><dd>no details available</dd></div>`
  const { documents, problems, model } = engine
  return html`<div><dt>Corpus</dt><dd>${documents === undefined ? 'not in use' : count(documents, 'document')}${
    problems === 0 ? '' : `, ${number(problems)} could not be read`
  }</dd></div>
<div><dt>Model</dt><dd>${model ?? 'none'}</dd></div>`
}

function providers({ engine }: ServiceState): Html {
  return html`<section>
<h2>Search providers</h2>
${table({
  caption: 'Search providers, in order of preference',
  columns: [{ name: 'Provider' }, { name: 'State' }],
  rows: (engine?.providers ?? []).map(({ provider, asked }) => [
    provider,
    badge(asked, 'in use', 'paused after failures'),
  ]),
  empty: html`<p>Web search is off.</p>`,
})}
</section>`
}

/** Who holds the slots, the most first. */
function slotTable(running: readonly RunningRequest[]): Html {
  const byAccount = [...Map.groupBy(running, ({ accountId }) => accountId)]
  return table({
    caption: 'Running requests by account, the most first',
    columns: [{ name: 'Account' }, { name: 'Running', numeric: true }],
    rows: byAccount
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([id, requests]) => [
        html`<a class="email" href="/operator/accounts/${id}">${requests[0]?.email}</a>`,
        number(requests.length),
      ]),
    empty: html`<p>Nothing is running.</p>`,
  })
}

function longest(running: readonly RunningRequest[], now: number): string {
  const oldest = Math.min(...running.map(({ startedAt }) => startedAt))
  return running.length === 0 ? '–' : duration(Math.max(0, now - oldest))
}

function badge(good: boolean, yes: string, no: string): Html {
  return html`<span class="badge ${good ? 'completed' : 'failed'}">${good ? yes : no}</span>`
}

function mebibytes(bytes: number): string {
  const amount = bytes / MEBIBYTE
  return `${amount < 10 ? amount.toFixed(1) : number(Math.round(amount))} MiB`
}
