import { DEFAULT_REASONING_LEVEL, LIMITS, REASONING_LEVELS, type ReasoningLevel } from '@deep-research/sdk/contract'
import { slots } from '#accounts/account.ts'
import { total } from '#accounts/credits.ts'
import type { CreditStatement } from '#accounts/manage-credits.ts'
import type { RequestRecord } from '#admission/history.ts'
import { snippetsOf } from '../answer/snippets.ts'
import { count, number, time } from '../components.ts'
import type { ExampleQuestion } from '../example-question.ts'
import { examples } from '../examples.ts'
import { type Html, html, none } from '../html.ts'
import { runView } from '../research/run-view.ts'
import type { PageContent, View } from '../view.ts'

export interface Playground {
  statement: CreditStatement
  /** A request of the account whose question is asked again. */
  again: Pick<RequestRecord, 'query' | 'level'> | undefined
  /** A request that runs, and that is shown at once. */
  running: RequestRecord | undefined
  /** What stands where no question is entered yet. */
  example: ExampleQuestion
}

/** Where research is tried. What comes of it is filled in by the page's script. */
export function playgroundPage(view: View, { statement, again, running, example }: Playground): PageContent {
  const built = view.assets.url('playground.js') !== undefined
  const { account, nextRenewal } = statement
  const { query = '', level = DEFAULT_REASONING_LEVEL } = running ?? again ?? {}
  const atOnce = slots(account.tier)
  return {
    title: 'Playground',
    scripts: ['playground.js'],
    body: html`<h1>Playground</h1>
<noscript><p class="notice problem">The playground needs JavaScript, because the answer arrives as a stream. Every other page works without it.</p></noscript>
${built ? none : html`<p class="notice problem">The playground’s script is missing. Run <code>pnpm build</code> to create it.</p>`}
<form id="ask" class="card stack" data-example="${example.inCode}">
<label>Question <textarea name="query" rows="3" required maxlength="${LIMITS.queryCodePoints}" placeholder="${example.placeholder}" dir="auto">${query}</textarea></label>
<div class="options">
<fieldset><legend>Reasoning level</legend>
${Object.entries(REASONING_LEVELS).map(([name, costs]) => levelChoice(name as ReasoningLevel, costs, name === level))}
</fieldset>
<fieldset><legend>Show while it runs</legend>
<label class="choice"><input type="checkbox" name="include_thinking" checked> Thinking</label>
<label class="choice"><input type="checkbox" name="include_tool_calls" checked> Tool calls</label>
</fieldset>
</div>
<div class="inline">
<button class="primary" id="ask-button" disabled>Ask</button>
<button type="button" id="cancel" hidden>Cancel</button>
<button type="button" id="another" hidden>Ask another question</button>
<span class="muted"><b id="balance">${number(total(statement))}</b> credits left, renewing ${time(nextRenewal, view.zone)}. You can run ${count(atOnce, 'request')} at a time.</span>
</div>
</form>
${runView(view, {
  renewal: String(nextRenewal),
  zone: view.zone,
  slots: String(atOnce),
  tier: account.tier,
  ...(running && { running: running.id }),
})}
<section aria-labelledby="code-title">
<h2 id="code-title">The same request in code</h2>
<p class="muted">Set <code>DEEP_RESEARCH_API_KEY</code> to one of your <a href="/credentials">API keys</a>.</p>
${examples(snippetsOf({ query }, ''))}
</section>`,
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
