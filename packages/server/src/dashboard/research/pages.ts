import type { Citation, ResearchResult, RetrievedResearch } from '@deep-research/sdk/contract'
import type { RequestRecord } from '#admission/history.ts'
import { count, duration, number, time } from '../components.ts'
import { type Html, html, none } from '../html.ts'
import { formField, type PageContent, type View } from '../view.ts'
import { answerAsMarkdown, renderAnswer } from './answer.ts'

/** Characters of a question that a tab's title has. */
const TITLE = 80

/** One request: its question, what came of it, and what that stands on. */
export function researchPage(view: View, request: RequestRecord, research: RetrievedResearch): PageContent {
  const { result } = research
  return {
    title: request.query.slice(0, TITLE),
    body: html`<p><a href="/usage">All requests</a></p>
<h1 class="question" dir="auto">${request.query}</h1>
${facts(request, view.zone)}
<div class="inline"><a class="button" href="/playground?again=${request.id}">Ask again</a></div>
${result ? answerOf(result) : withoutResult(view, request, research)}`,
  }
}

function facts(
  { id, clientRequestId, level, status, credits, usage, startedAt, endedAt, metadata }: RequestRecord,
  zone: string,
): Html {
  return html`<dl class="facts">
<div><dt>Status</dt><dd><span class="badge ${status}">${status}</span></dd></div>
<div><dt>Asked</dt><dd>${time(startedAt, zone)}${endedAt === undefined ? none : html`, took ${duration(endedAt - startedAt)}`}</dd></div>
<div><dt>Level</dt><dd>${level}</dd></div>
<div><dt>Credits</dt><dd>${status === 'failed' ? html`none: ${number(credits)} refunded` : number(credits)}</dd></div>
${usage ? html`<div><dt>Work</dt><dd>${count(usage.iterations, 'iteration')}, ${count(usage.tool_calls, 'tool call')}, ${count(usage.sources_cited, 'source')} cited</dd></div>` : none}
<div><dt>Request</dt><dd><code class="id">${id}</code></dd></div>
${clientRequestId === undefined ? none : html`<div><dt>Your request_id</dt><dd><code>${clientRequestId}</code></dd></div>`}
${Object.entries(metadata ?? {}).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
</dl>`
}

function withoutResult(view: View, { id, status }: RequestRecord, { error }: RetrievedResearch): Html {
  if (error) return html`<p class="notice problem"><code>${error.code}</code> ${error.message}</p>`
  if (status === 'running') {
    return html`<p>This research is still running. Reload the page to see its answer when it is done.</p>
<form method="post" action="/usage/${id}/cancel">${formField(view)}<button>Cancel</button></form>`
  }
  if (status === 'cancelled') return html`<p>This research was cancelled before it had an answer.</p>`
  return html`<p>The answer is no longer kept.</p>`
}

function answerOf(result: ResearchResult): Html {
  return html`<section class="card" aria-labelledby="answer-title">
<h2 id="answer-title">Answer</h2>
<div class="prose" dir="auto">${result.answer_clean === '' ? html`<p class="muted">The research found no answer.</p>` : renderAnswer(result)}</div>
</section>
${sourcesOf(result)}
<details><summary>Copy as Markdown</summary>
<div class="code"><button type="button" data-copy="markdown" aria-label="Copy the answer as Markdown" hidden>Copy</button>
<pre id="markdown" tabindex="0" aria-label="Answer as Markdown">${answerAsMarkdown(result)}</pre></div>
</details>`
}

function sourcesOf({ sources_summary, citations }: ResearchResult): Html {
  if (sources_summary.length === 0) return none
  return html`<section class="card" aria-labelledby="sources-title">
<h2 id="sources-title">Sources</h2>
<ol class="sources">
${sources_summary.map(
  ({ source, citation_ids }, index) => html`<li id="source-${index + 1}" tabindex="-1">${titleOf(source)}
<span class="id">${source.url}</span>
<ul class="passages">${citations.filter(({ id }) => citation_ids.includes(id)).map(passageOf)}</ul></li>`,
)}
</ol>
</section>`
}

/** Only what a browser can open as a page is a link. */
function titleOf({ title, url }: { title: string; url: string }): Html {
  if (!/^https?:\/\//i.test(url)) return html`<b>${title}</b>`
  return html`<a href="${url}" target="_blank" rel="noopener noreferrer">${title}</a>`
}

function passageOf({ cited_text, supporting_quote, source_anchor, verified }: Citation): Html {
  const quote = source_anchor.quote || supporting_quote
  return html`<li><span class="muted">For “${cited_text}”</span>
${quote === '' ? none : html`<q>${quote}</q>`}
${
  verified
    ? html`<span class="verdict yes">✓ Verified against the source</span>`
    : html`<span class="verdict no">Not verified: no passage of the source was found to confirm it</span>`
}</li>`
}
