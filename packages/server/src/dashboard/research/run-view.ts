import { type Html, html } from '../html.ts'
import type { View } from '../view.ts'

/** Where a script shows research while it runs; empty until then. `data` is told to the script. */
export function runView({ formToken }: View, data: Readonly<Record<string, string>>): Html {
  return html`<div id="run" data-token="${formToken}" ${Object.entries(data).map(([name, value]) => html`data-${name}="${value}" `)}>
<p id="status" class="status" role="status"></p>
<div id="problem" class="notice problem" role="alert" hidden></div>
<div class="result">
<section id="progress-section" aria-labelledby="progress-title" hidden>
<h2 id="progress-title">Progress</h2>
<ol id="progress" class="progress"></ol>
</section>
<section id="answer-section" class="answer card" aria-labelledby="answer-title" hidden>
<h2 class="hidden" id="answer-title">Answer</h2>
<div id="answer" class="prose" dir="auto"></div>
</section>
<section id="sources-section" class="cited" aria-labelledby="sources-title" hidden>
<h2 id="sources-title">Sources</h2>
<ol id="sources" class="sources"></ol>
</section>
</div>
<p id="kept" hidden><a class="button" href="/research">Open the page of this research</a></p>
${cardPlace}
</div>`
}

/** Where the card of a citation is shown. */
export const cardPlace: Html = html`<div id="tip" role="tooltip" class="tip" hidden></div>`
