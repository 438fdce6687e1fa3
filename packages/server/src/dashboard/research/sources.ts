import type { Citation, ResearchResult, SourceSummary } from '@deep-research/sdk/contract'
import { sourcesInOrder } from '#answer/references.ts'
import { type FindSource, type Passage, passageOf } from '../answer/passage.ts'
import { verdictOf } from '../answer/verdict.ts'
import { type Html, html, none } from '../html.ts'

/** The sources of an answer, each with the passages that it is cited for. */
export function sourceList(result: ResearchResult, findSource: FindSource): Html {
  const { citations } = result
  const sources = sourcesInOrder(result)
  if (sources.length === 0) return none
  return html`<section class="cited" aria-labelledby="sources-title">
<h2 id="sources-title">Sources</h2>
<ol class="sources" id="sources">
${sources.map((summary, index) =>
  sourceItem(
    summary,
    index + 1,
    citations
      .filter(({ id }) => summary.citation_ids.includes(id))
      .map((citation) => passageItem(citation, passageOf(citation, findSource))),
  ),
)}
</ol>
</section>`
}

function sourceItem({ source }: SourceSummary, number: number, passages: readonly Html[]): Html {
  const { title, url, authors, year, source_type } = source
  const about = [authors, year, source_type, url].filter(Boolean).join(' · ')
  return html`<li id="source-${number}" tabindex="-1"><div>
<div class="title" dir="auto">${titleOf(title, url)}</div>
<div class="about">${about}</div>
<ul class="passages">${passages}</ul></div></li>`
}

/** Only what a browser can open as a page is a link. */
function titleOf(title: string, url: string): Html {
  if (!/^https?:\/\//i.test(url)) return html`${title}`
  return html`<a href="${url}" target="_blank" rel="noopener noreferrer">${title}</a>`
}

function passageItem(citation: Citation, { before, quote, after, href }: Passage): Html {
  const { id, verified } = citation
  return html`<li id="passage-${id}" tabindex="-1">
${quote === '' ? none : html`<p class="passage" dir="auto">${before}<mark>${quote}</mark>${after}</p>`}
<div class="check"><span class="verdict ${verified ? 'yes' : 'no'}">${verdictOf(citation)}</span>${
    href === undefined ? none : html` <a href="${href}">Read in the source</a>`
  } <a class="back" href="#claim-${id}">Back to the sentence</a></div></li>`
}
