import { placesOf } from './marks.ts'
import { type Cited, createReferences, endsOf, sourcesInOrder } from './references.ts'

/** A claim of a text, with the source that it is cited from. */
export interface Annotation {
  /** Where the claim begins, in Unicode code points. */
  start: number
  /** Where it ends, exclusive. */
  end: number
  title: string
  url: string
}

/** An answer as one Markdown text, for readers that know nothing of citations. */
export interface NumberedAnswer {
  /** The answer, `[1]` after each claim, and the sources with their numbers at its end. */
  text: string
  /** The claims in the order of the text; of one that has several sources, one for each. */
  annotations: Annotation[]
}

/** What would make a mark before it the text of a link, or of a footnote. */
const JOINS_MARK = /^[([:]/

/** What Markdown could take for more than text. */
const MARKDOWN = /[\\`*_{}[\]()#+!|<>~&]/g

/**
 * Numbers the sources of an answer in the order in which it first cites them. Without what was inserted for marks, the
 * text between the offsets of an annotation is the claim of its citation, `cited_text`.
 */
export function numberAnswer(cited: Cited): NumberedAnswer {
  const { answer_clean, citations } = cited
  const referencesOf = createReferences(cited)
  const inserted: { at: number; mark: string }[] = []
  let text = ''
  let from = 0
  for (const { at, names, below } of placesOf(answer_clean, endsOf(citations))) {
    const numbers = referencesOf(names.join(',')).map(({ number }) => `[${number}]`)
    const joins = numbers.length > 0 && JOINS_MARK.test(answer_clean.slice(at, at + 1)) ? ' ' : ''
    const mark = below && numbers.length > 0 ? `\n\n${numbers.join('')}\n\n` : numbers.join('') + joins
    text += answer_clean.slice(from, at) + mark
    inserted.push({ at, mark })
    from = at
  }
  text += answer_clean.slice(from)
  const moved = (offset: number, isEnd: boolean) =>
    inserted.reduce((sum, { at, mark }) => sum + (at < offset || (at === offset && !isEnd) ? mark.length : 0), offset)
  const spans = citations.map(({ start_offset, end_offset, source }) => ({
    start: moved(start_offset, false),
    end: moved(end_offset, true),
    title: source.title,
    url: source.url,
  }))
  return { text: text + sourceList(cited), annotations: inCodePoints(text, spans) }
}

/** The spans in the order of the text, with offsets in code points where they were in UTF-16 code units. */
function inCodePoints(text: string, spans: Annotation[]): Annotation[] {
  const wanted = [...new Set(spans.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b)
  const points = new Map<number, number>()
  let units = 0
  let count = 0
  for (const offset of wanted) {
    while (units < offset) {
      units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1
      count += 1
    }
    points.set(offset, count)
  }
  return spans
    .map((span) => ({ ...span, start: points.get(span.start) ?? 0, end: points.get(span.end) ?? 0 }))
    .sort((a, b) => a.start - b.start || a.end - b.end)
}

/** The sources with their numbers; empty if there are none. */
function sourceList(cited: Cited): string {
  const sources = sourcesInOrder(cited).map(({ source: { title, url } }, index) => {
    const words = title.replace(/\s+/g, ' ').trim().replace(MARKDOWN, '\\$&')
    return `${index + 1}. ${words} ${addressOf(url)}`
  })
  return sources.length === 0 ? '' : `\n\n## Sources\n\n${sources.join('\n')}\n`
}

/** The schemes of sources' addresses; a link to another one might do something. */
const LINKED = ['http:', 'https:', 'urn:']

/** An address as a link where Markdown can have it as one, else as text. */
function addressOf(url: string): string {
  const { protocol = '', href = '' } = URL.parse(url) ?? {}
  if (LINKED.includes(protocol) && !/[\s<>]/.test(href)) return `<${href}>`
  return `(${url.replace(/\s+/g, ' ').replace(MARKDOWN, '\\$&')})`
}
