import type { Page, RequestRecord } from '#admission/history.ts'
import { duration, notice, number, older, table, time } from '../components.ts'
import { type Html, html, none } from '../html.ts'
import { formField, type PageContent, type View } from '../view.ts'

/** Characters of a question that is longer than its place, shown when it is pointed at. */
const MAX_TITLE = 1_000

export interface Usage {
  running: readonly RequestRecord[]
  requests: Page<RequestRecord>
  after: string | undefined
  done: string | undefined
  now: number
}

/** What runs, and what was asked. */
export function usagePage(view: View, { running, requests, after, done, now }: Usage): PageContent {
  return {
    title: 'Usage',
    scripts: ['usage.js'],
    body: html`<h1>Usage</h1>
${notice(done)}
<section aria-labelledby="running-title">
<h2 id="running-title">Running</h2>
<p class="muted" id="none-running" ${running.length > 0 ? html`hidden` : none}>Nothing runs right now.</p>
<ul class="running" id="running">
${running.map((request) => runningItem(view, request, now))}
</ul>
<template id="running-item">${runningItem(view, undefined, now)}</template>
</section>
<section>
<h2>Requests</h2>
${table({
  caption: 'Requests, the newest first',
  columns: [
    { name: 'Request' },
    { name: 'Time' },
    { name: 'Level', short: true },
    { name: 'Status', short: true },
    { name: 'Credits', numeric: true },
    { name: 'Iterations', numeric: true },
    { name: 'Sources', numeric: true },
    { name: 'Duration', numeric: true },
  ],
  rows: requests.items.map((request) => [
    what(request),
    time(request.startedAt, view.zone),
    request.level,
    status(request),
    credits(request),
    request.usage ? number(request.usage.iterations) : '–',
    request.usage ? number(request.usage.sources_cited) : '–',
    request.endedAt === undefined ? '–' : duration(request.endedAt - request.startedAt),
  ]),
  empty:
    after === undefined
      ? html`<h3>No requests yet</h3><p>Ask something in the <a href="/playground">playground</a>, or with a <a href="/credentials">key</a> from your own code.</p>`
      : html`<p>Nothing older.</p>`,
})}
${older('/usage', { after, next: requests.next })}
</section>`,
  }
}

/** One that runs; without a request, the pattern for those that come. */
function runningItem(view: View, request: RequestRecord | undefined, now: number): Html {
  const { id = '', query = '', level = '', startedAt = now } = request ?? {}
  return html`<li data-id="${id}">
<span class="query">${query}</span>
<span class="badge running" data-status>running</span>
<span data-level>${level}</span>
<span class="number" data-since="${startedAt}">${duration(Math.max(0, now - startedAt))}</span>
<form method="post" action="/usage/${id}/cancel">${formField(view)}<button aria-label="Cancel: ${query}">Cancel</button></form>
</li>`
}

function what({ id, clientRequestId, query, metadata }: RequestRecord): Html {
  return html`<a class="query" href="/research/${id}" title="${query.slice(0, MAX_TITLE)}" dir="auto">${query}</a>
<code class="id">${id}</code>
${clientRequestId === undefined ? none : html`<span class="tag">request_id <b>${clientRequestId}</b></span>`}
${Object.entries(metadata ?? {}).map(([name, value]) => html`<span class="tag">${name} <b>${value}</b></span>`)}`
}

function status({ status, failure }: RequestRecord): Html {
  return html`<span class="badge ${status}">${status}</span>${failure === undefined ? none : html` <code class="id">${failure}</code>`}`
}

function credits({ status, credits }: RequestRecord): Html | string {
  return status === 'failed' ? html`<s>${number(credits)}</s> <span class="muted">refunded</span>` : number(credits)
}
