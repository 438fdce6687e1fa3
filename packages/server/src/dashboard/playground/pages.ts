import { DEFAULT_REASONING_LEVEL, LIMITS, REASONING_LEVELS, type ReasoningLevel } from '@deep-research/sdk/contract'
import { slots } from '#accounts/account.ts'
import { total } from '#accounts/credits.ts'
import type { CreditStatement } from '#accounts/manage.ts'
import type { RequestRecord } from '#admission/history.ts'
import { number, time } from '../components.ts'
import { type Html, html, none } from '../html.ts'
import type { PageContent, View } from '../view.ts'

/** Where research is tried. All but the form is filled in by the page's script. */
export function playgroundPage(
  view: View,
  statement: CreditStatement,
  again: Pick<RequestRecord, 'query' | 'level'> | undefined,
): PageContent {
  const built = view.assets.url('playground.js') !== undefined
  const { account, nextRenewal } = statement
  const atOnce = slots(account.tier)
  return {
    title: 'Playground',
    scripts: ['playground.js'],
    body: html`<h1>Playground</h1>
<noscript><p class="notice problem">The playground needs JavaScript: the answer arrives as a stream.</p></noscript>
${built ? none : html`<p class="notice problem">The playground's script is not there. It comes with <code>pnpm build</code>.</p>`}
<div class="playground" id="playground" data-token="${view.formToken}" data-renewal="${nextRenewal}" data-slots="${atOnce}" data-tier="${account.tier}">
<form id="ask" class="card stack">
<label>Question <textarea name="query" rows="3" required maxlength="${LIMITS.queryCodePoints}" placeholder="How did presidents justify the Panama Canal?" dir="auto">${again?.query ?? ''}</textarea></label>
<div class="options">
<fieldset><legend>Reasoning level</legend>
${Object.entries(REASONING_LEVELS).map(([level, costs]) => levelChoice(level as ReasoningLevel, costs, level === (again?.level ?? DEFAULT_REASONING_LEVEL)))}
</fieldset>
<fieldset><legend>Also stream</legend>
<label class="choice"><input type="checkbox" name="include_thinking" checked> Thinking</label>
<label class="choice"><input type="checkbox" name="include_tool_calls" checked> Tool calls</label>
</fieldset>
</div>
<div class="inline">
<button class="primary" id="run" disabled>Ask</button>
<button type="button" id="cancel" hidden>Cancel</button>
<span class="muted">Balance <b id="balance">${number(total(statement))}</b> credits, renewed ${time(nextRenewal, view.zone)}. ${atOnce} request${atOnce === 1 ? '' : 's'} at once.</span>
</div>
</form>
<p id="status" class="status" role="status"></p>
<p id="kept" hidden><a href="/usage">Open this research on a page of its own</a></p>
<div id="problem" class="notice problem" role="alert" hidden></div>
<div class="result">
<section class="answer card" aria-labelledby="answer-title">
<h2 id="answer-title">Answer</h2>
<div id="answer" class="text"><p class="muted">It appears here while it is written, each claim marked with its source.</p></div>
</section>
<section class="card" aria-labelledby="progress-title">
<h2 id="progress-title">Progress</h2>
<ol id="progress" class="progress"></ol>
<p class="muted" id="no-progress">Thinking and tool calls, iteration by iteration.</p>
</section>
<div class="beside">
<section class="card" aria-labelledby="sources-title">
<h2 id="sources-title">Sources</h2>
<ol id="sources" class="sources"></ol>
<p class="muted" id="no-sources">They are listed when the answer is complete.</p>
</section>
<section class="card" aria-labelledby="code-title">
<h2 id="code-title">The same request</h2>
<p class="muted">With <code>DEEP_RESEARCH_API_KEY</code> set to one of your <a href="/credentials">keys</a>.</p>
${code('curl', 'curl')}
${code('sdk', 'TypeScript')}
</section>
</div>
</div>
<div id="tip" role="tooltip" class="tip" hidden></div>
</div>`,
  }
}

function levelChoice(
  level: ReasoningLevel,
  { maxIterations, credits }: { maxIterations: number; credits: number },
  chosen: boolean,
): Html {
  return html`<label class="choice"><input type="radio" name="reasoning_level" value="${level}" data-credits="${credits}" data-iterations="${maxIterations}" ${
    chosen ? html`checked` : none
  }> ${level} <span class="muted">${credits} credits, up to ${maxIterations} iterations</span></label>`
}

function code(id: string, name: string): Html {
  return html`<div class="code"><h3>${name}</h3><button type="button" data-copy="${id}" aria-label="Copy the ${name} code" hidden>Copy</button>
<pre id="${id}" tabindex="0" aria-label="${name} code"></pre></div>`
}
