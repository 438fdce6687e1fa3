import { REASONING_LEVELS, type ResearchResult, type RetrievedResearch } from '@deep-research/sdk/contract'
import type { ApiKey } from '#accounts/account.ts'
import type { RequestRecord } from '#admission/history.ts'
import { numberAnswer } from '#answer/numbered.ts'
import type { FindSource } from '../answer/passage.ts'
import { renderAnswer } from '../answer/render.ts'
import { count, duration, number, time } from '../components.ts'
import { type Html, html, none } from '../html.ts'
import { formField, type PageContent, type View } from '../view.ts'
import { askedBy } from './key-name.ts'
import { cardPlace, runView } from './run-view.ts'
import { sourceList } from './sources.ts'

/** Characters of a question that a tab's title has. */
const TITLE = 80

/** Characters after which a question is no longer set as a heading is. */
const LONG = 160

export interface ShownResearch {
  request: RequestRecord
  research: RetrievedResearch
  /** The account's keys, the revoked ones too. */
  keys: readonly ApiKey[]
  findSource: FindSource
}

/** One request: its question, what came of it, and what that stands on. */
export function researchPage(view: View, { request, research, keys, findSource }: ShownResearch): PageContent {
  const { result } = research
  const { id, query } = request
  return {
    title: query.slice(0, TITLE),
    scripts: scriptsFor(request, research),
    body: html`<a class="crumb" href="/research">History</a>
<h1 class="question${query.length > LONG ? ' long' : ''}" dir="auto">${query}</h1>
${byline(request, view.zone)}
${result ? answerOf(result, findSource) : withoutResult(view, request, research)}
<section aria-labelledby="details-title">
<h2 id="details-title">Details</h2>
${facts(request, { askedBy: askedBy(request.keyId, keys), zone: view.zone })}
<div class="inline"><a class="button" href="/playground?again=${id}">Ask again</a>
${request.endedAt === undefined ? none : html`<a class="button danger" href="/research/${id}/delete">Delete</a>`}</div>
</section>`,
  }
}

function scriptsFor({ status }: RequestRecord, { result }: RetrievedResearch): string[] {
  if (result) return ['cards.js']
  return status === 'running' ? ['research.js'] : []
}

function byline({ status, level, startedAt, endedAt, usage }: RequestRecord, zone: string): Html {
  return html`<ul class="byline">
<li><span class="badge ${status}" data-status>${status}</span></li>
<li>${time(startedAt, zone)}</li>
<li>level ${level}</li>
${usage && endedAt !== undefined ? html`<li>${count(usage.iterations, 'iteration')}, ${count(usage.tool_calls, 'tool call')}, ${count(usage.sources_cited, 'source')} in ${duration(endedAt - startedAt)}</li>` : none}
</ul>`
}

function facts(
  { id, clientRequestId, status, credits, startedAt, endedAt, metadata }: RequestRecord,
  { askedBy, zone }: { askedBy: string; zone: string },
): Html {
  return html`<dl class="facts">
<div><dt>Asked</dt><dd>${time(startedAt, zone)}${endedAt === undefined ? none : html`, took ${duration(endedAt - startedAt)}`}</dd></div>
<div><dt>Asked by</dt><dd>${askedBy}</dd></div>
<div><dt>Credits</dt><dd>${status === 'failed' ? html`${number(credits)}, refunded` : number(credits)}</dd></div>
<div><dt>Request</dt><dd><code class="id">${id}</code></dd></div>
${clientRequestId === undefined ? none : html`<div><dt>Your request_id</dt><dd><code>${clientRequestId}</code></dd></div>`}
${Object.entries(metadata ?? {}).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
</dl>`
}

function withoutResult(view: View, { id, status, level }: RequestRecord, { error }: RetrievedResearch): Html {
  if (error)
    return html`<div class="notice problem"><p><strong>${error.message}</strong></p><p><code>${error.code}</code></p></div>`
  if (status === 'running') {
    return html`<div id="running">
<noscript><p>This research is still running. Reload the page to see whether it has finished.</p></noscript>
<form method="post" action="/research/${id}/cancel">${formField(view)}<button>Cancel</button></form></div>
${runView(view, { running: id, level, iterations: String(REASONING_LEVELS[level].maxIterations) })}`
  }
  if (status === 'cancelled') return html`<p class="empty">This research was cancelled before it had an answer.</p>`
  return html`<p class="empty">This answer is no longer kept. The service deletes results after some time.</p>`
}

function answerOf(result: ResearchResult, findSource: FindSource): Html {
  return html`<div class="result">
<section class="answer card" aria-labelledby="answer-title">
<h2 class="hidden" id="answer-title">Answer</h2>
<div class="prose" id="answer" dir="auto">${result.answer_clean === '' ? html`<p class="muted">The research found no answer.</p>` : renderAnswer(result)}</div>
</section>
${sourceList(result, findSource)}
<details><summary>Copy as Markdown</summary>
<div class="code"><button type="button" data-copy="markdown" aria-label="Copy the answer as Markdown" hidden>Copy</button>
<pre id="markdown" tabindex="0" aria-label="Answer as Markdown">${numberAnswer(result).text}</pre></div>
</details>
</div>
${cardPlace}`
}
