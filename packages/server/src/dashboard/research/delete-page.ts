import type { RequestRecord } from '#admission/history.ts'
import { html } from '../html.ts'
import { formField, type PageContent, type View } from '../view.ts'

/** Asks before research is deleted. */
export function deletePage(view: View, { id, query }: RequestRecord): PageContent {
  return {
    title: 'Delete this research?',
    body: html`<section class="narrow card">
<h1>Delete this research?</h1>
<p class="query" dir="auto">${query}</p>
<p>The question, the answer and its sources are deleted for good, here and for your API keys. What it was charged stays in the ledger.</p>
<form method="post" action="/research/${id}/delete" class="inline">
${formField(view)}
<button class="danger">Delete</button>
<a class="button" href="/research/${id}">Keep it</a>
</form>
</section>`,
  }
}
