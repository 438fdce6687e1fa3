import { REASONING_LEVELS } from '@deep-research/sdk/contract'
import type { ApiKey } from '#accounts/account.ts'
import { type Page, REQUEST_STATES, type RequestRecord } from '#admission/history.ts'
import { duration, notice, number, older, table, time } from '../components.ts'
import { type Html, html, none } from '../html.ts'
import { formField, type PageContent, type View } from '../view.ts'
import { type Filter, NO_KEY } from './filter.ts'
import { askedBy, keyName } from './key-name.ts'

/** Characters of a question that is longer than its place, shown when it is pointed at. */
const MAX_TITLE = 1_000

export interface History {
  running: readonly RequestRecord[]
  requests: Page<RequestRecord>
  /** The account's keys, the revoked ones too. */
  keys: readonly ApiKey[]
  filter: Filter
  after: string | undefined
  done: string | undefined
  now: number
}

/** What runs, and what was asked. */
export function historyPage(view: View, { running, requests, keys, filter, after, done, now }: History): PageContent {
  const path = filter.query === '' ? '/research' : `/research?${filter.query}`
  return {
    title: 'History',
    scripts: ['history.js'],
    body: html`<div class="headline"><h1>History</h1><a class="button primary" href="/playground">Ask a question</a></div>
${notice(done)}
<section id="running-section" aria-labelledby="running-title" ${running.length > 0 ? none : html`hidden`}>
<h2 id="running-title">Running now</h2>
<ul class="running" id="running">
${running.map((request) => runningItem(view, request, now))}
</ul>
<template id="running-item">${runningItem(view, undefined, now)}</template>
</section>
<section aria-labelledby="requests-title">
<h2 id="requests-title" class="hidden">Requests</h2>
${filterForm(filter, keys)}
${table({
  caption: 'Requests, newest first',
  columns: [
    { name: 'Question', wide: true },
    { name: 'Asked' },
    { name: 'Asked by', short: true },
    { name: 'Level', short: true },
    { name: 'Status', short: true },
    { name: 'Credits', numeric: true },
    { name: 'Sources', numeric: true },
    { name: 'Duration', numeric: true },
  ],
  rows: requests.items.map((request) => [
    what(request),
    time(request.startedAt, view.zone),
    askedBy(request.keyId, keys),
    request.level,
    status(request),
    credits(request),
    request.usage ? number(request.usage.sources_cited) : '–',
    request.endedAt === undefined ? '–' : duration(request.endedAt - request.startedAt),
  ]),
  empty: nothing(filter, after),
})}
${older(path, { after, next: requests.next })}
</section>`,
  }
}

function filterForm({ typed, any, query }: Filter, keys: readonly ApiKey[]): Html {
  const { q, level, status, key, from, to } = typed
  const origins = { [NO_KEY]: 'Playground', ...Object.fromEntries(keys.map((one) => [one.id, keyName(one)])) }
  return html`<form method="get" action="/research" class="inline filters" role="search" aria-label="History">
<label>Question, id or metadata <input type="search" name="q" value="${q}" maxlength="200"></label>
<label>Level ${choices('level', named(Object.keys(REASONING_LEVELS)), level)}</label>
<label>Status ${choices('status', named(REQUEST_STATES), status)}</label>
<label>Asked by ${choices('key', origins, key)}</label>
<label>From <input type="date" name="from" value="${from}"></label>
<label>To <input type="date" name="to" value="${to}"></label>
<button>Filter</button>
${any ? html`<a class="button quiet" href="/research">Clear</a>` : none}
<a class="button" href="/research/requests.csv${query === '' ? '' : `?${query}`}" download>Download CSV</a>
</form>`
}

/** Options whose names are their values. */
function named(options: readonly string[]): Record<string, string> {
  return Object.fromEntries(options.map((option) => [option, option]))
}

function choices(name: string, options: Readonly<Record<string, string>>, chosen: string): Html {
  return html`<select name="${name}"><option value="">Any</option>
${Object.entries(options).map(([value, text]) => html`<option value="${value}" ${value === chosen ? html`selected` : none}>${text}</option>`)}</select>`
}

function nothing({ any }: Filter, after: string | undefined): Html {
  if (after !== undefined) return html`<p>There is nothing older.</p>`
  if (any) return html`<h3>No matches</h3><p>Try fewer words, or <a href="/research">clear the filters</a>.</p>`
  return html`<h3>No research yet</h3><p>Ask a question in the <a href="/playground">playground</a>, or <a href="/start">make your first call</a> from code.</p>`
}

/** A running request; without one, the template that the script copies for those that come. */
function runningItem(view: View, request: RequestRecord | undefined, now: number): Html {
  const { id = '', query = '', level = '', startedAt = now } = request ?? {}
  return html`<li data-id="${id}">
<a class="query" dir="auto" href="/research/${id}">${query}</a>
<span class="badge running" data-status>running</span>
<span data-level>${level}</span>
<span class="number" data-since="${startedAt}">${duration(Math.max(0, now - startedAt))}</span>
<form method="post" action="/research/${id}/cancel">${formField(view)}<button aria-label="Cancel: ${query}">Cancel</button></form>
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
