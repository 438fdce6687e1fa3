import type { WholeDocument } from '@deep-research/engine'
import { sourcePath } from '../answer/passage.ts'
import { number } from '../components.ts'
import { type Html, html, none } from '../html.ts'
import type { PageContent } from '../view.ts'

/** Characters of a document that one page shows. */
const SHOWN = 30_000

/** Characters before a passage, in a document that is too long for one page. */
const BEFORE = 4_000

/** What of a document is asked for, as offsets into its text. */
export interface Asked {
  /** The passage that is highlighted. */
  range: { from: number; to: number } | undefined
  /** Where the part that is shown begins. */
  at: number | undefined
}

/** The part that is shown. */
interface Part {
  first: number
  last: number
}

/** A document's text, with a passage highlighted. A long one is shown in parts. */
export function sourcePage(source: WholeDocument, asked: Asked): PageContent {
  const { text, title } = source
  const part = partOf(text, asked)
  const whole = part.first === 0 && part.last === text.length
  return {
    title,
    body: html`<h1 class="question" dir="auto">${title}</h1>
${about(source)}
${whole ? none : html`<p class="muted">Characters ${number(part.first + 1)} to ${number(part.last)} of ${number(text.length)}</p>`}
<article class="source-text" dir="auto">${shown(text, part, asked.range)}</article>
${whole ? none : otherParts(source, part)}`,
  }
}

function partOf(text: string, { range, at }: Asked): Part {
  const first = at ?? (text.length <= SHOWN || !range ? 0 : Math.max(0, range.from - BEFORE))
  return { first, last: Math.min(text.length, first + SHOWN) }
}

function about({ url, authors, publisher, date, year, sourceType }: WholeDocument): Html {
  const facts = [authors?.join(', '), publisher, date ?? year?.toString(), sourceType].filter(Boolean)
  const place = /^https?:\/\//i.test(url)
    ? html`<a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a>`
    : html`<code class="id">${url}</code>`
  return html`<p class="muted">${facts.join(' · ')}${facts.length > 0 ? ' · ' : ''}${place}</p>`
}

function shown(text: string, { first, last }: Part, range: Asked['range']): Html {
  if (!range || range.from < first || range.from >= last) return html`${text.slice(first, last)}`
  const to = Math.min(range.to, last)
  return html`${text.slice(first, range.from)}<mark id="passage" tabindex="-1">${text.slice(range.from, to)}</mark>${text.slice(to, last)}`
}

function otherParts({ url, text }: WholeDocument, { first, last }: Part): Html {
  const path = sourcePath(url)
  return html`<nav class="pages" aria-label="Parts of the document">
${first === 0 ? none : html`<a href="${path}?at=${Math.max(0, first - SHOWN)}" rel="prev">Earlier part</a>`}
${last === text.length ? none : html`<a href="${path}?at=${last}" rel="next">Later part</a>`}
</nav>`
}
