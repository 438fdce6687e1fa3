import { raw } from 'hono/html'
import { MARKS } from '#answer/marks.ts'
import { type Cited, createReferences, markAnswer, type Reference, referenceLabel } from '#answer/references.ts'
import { type Html, html } from '../html.ts'
import { createMarkdown } from './markdown.ts'

/** What rendering one answer needs beside its text. */
type Environment = { referencesOf: (mark: string) => Reference[] }

const markdown = createMarkdown()
const { escapeHtml } = markdown.utils
const { rules } = markdown.renderer

// A mark becomes links where it stands in text; in an address, a title or code there is no place for one.
rules['text'] = (tokens, index, _options, environment) =>
  escapeHtml(tokens[index]?.content ?? '').replace(MARKS, (_, mark: string) =>
    (environment as Environment).referencesOf(mark).map(linkTo).join(''),
  )
// What is wider than its place is scrolled, by keyboard too.
const codeBlock: (typeof rules)[string] = (tokens, index) =>
  `<pre tabindex="0"><code>${escapeHtml(tokens[index]?.content ?? '')}</code></pre>\n`
rules['fence'] = codeBlock
rules['code_block'] = codeBlock
rules['table_open'] = () => '<div class="wide" tabindex="0"><table>\n'
rules['table_close'] = () => '</table></div>\n'

/** The answer as HTML, each claim followed by the numbers of its sources. */
export function renderAnswer(result: Cited): Html {
  const environment: Environment = { referencesOf: createReferences(result) }
  return raw(markdown.render(markAnswer(result), environment).replace(MARKS, ''))
}

function linkTo(reference: Reference): string {
  const { number, citations, verified } = reference
  // The way back from each of the passages leads here.
  const others = citations.slice(1).map((id) => html`<span id="claim-${id}"></span>`)
  return String(
    html`<sup><a class="cite${verified ? '' : ' unverified'}" id="claim-${citations[0]}" href="#passage-${citations[0]}" data-source="source-${number}" data-cites="${citations.join(' ')}" aria-label="${referenceLabel(reference)}"><span>${number}</span></a>${others}</sup>`,
  )
}
