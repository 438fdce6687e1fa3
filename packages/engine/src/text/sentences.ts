import { ALWAYS_CONTINUES, CONTINUES_BEFORE_NUMBER, MAY_END, SENTENCE_STARTERS } from './abbreviations.ts'

/** A piece of a text: UTF-16 code units, the end exclusive. */
export interface Span {
  start: number
  end: number
}

/** White space with a blank line in it. */
const BLANK_LINE = /\n[^\S\n]*\n\s*/g
/** What ICU takes for the end of a paragraph; inside a paragraph it is a soft wrap. */
const LINE_ENDS = /[\n\r\v\f\u0085\u2028\u2029]/g
const LIST_MARKER = /^\s*(?:[-*+•‣◦–—]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s+\S/
const HARD_INDENT = /^(?: {4,}|\t)\s*\S/
const TABLE_CELL = / \| /
/** "…end.[12] Next": the mark belongs to the sentence before it. */
const AFTER_NOTE_MARK = /[.!?…]["'”’)]*(?:\[[\p{L}\p{N} ]{1,6}\])+(?=\s+["'“‘(]*\p{Lu})/gu
const LAST_WORD = /[^\s("'“‘[«—–]+$/u
const FIRST_WORD = /^[\s"'“”‘’([«]*([\p{L}\p{N}]+)/u
const ENUMERATOR = /^\(?(?:\d{1,3}|\p{L}|[ivxIVX]{1,5})[.)]$/u
const WORD_CHARACTER = /[\p{L}\p{N}\p{S}]/u
const INITIALS = /^(?:\p{Lu}\.)+$/u

/**
 * The sentences of a text, in order: no span is empty, begins or ends with white space, or overlaps another, and
 * together they hold every character that is not white space. A blank line always ends a sentence; a single line
 * break does so only before a list item, a table row or an indented line. `language` is a BCP 47 tag; default: English.
 */
export function sentences(text: string, language?: string): Span[] {
  const found: Span[] = []
  let start = 0
  for (const gap of text.matchAll(BLANK_LINE)) {
    paragraphSentences(text, { start, end: gap.index }, language, found)
    start = gap.index + gap[0].length
  }
  paragraphSentences(text, { start, end: text.length }, language, found)
  return found
}

function paragraphSentences(text: string, paragraph: Span, language: string | undefined, found: Span[]): void {
  for (const unit of hardLines(text, paragraph)) {
    const source = text.slice(unit.start, unit.end).replace(LINE_ENDS, ' ')
    let start = 0
    for (const end of ends(source, language)) {
      const span = trimmed(text, unit.start + start, unit.start + end)
      if (span.start < span.end) found.push(span)
      start = end
    }
  }
}

/** The runs of lines of a paragraph that a sentence may run through. */
function hardLines(text: string, paragraph: Span): Span[] {
  const units: Span[] = []
  let start = paragraph.start
  let previous = ''
  let inList = false
  for (let at = paragraph.start; at < paragraph.end; ) {
    const lineBreak = text.indexOf('\n', at)
    const end = lineBreak === -1 || lineBreak >= paragraph.end ? paragraph.end : lineBreak
    const line = text.slice(at, Math.min(end, at + LINE_HEAD))
    const item = LIST_MARKER.test(line)
    const row = TABLE_CELL.test(line) || TABLE_CELL.test(previous)
    if (at > start && (item || row || (!inList && HARD_INDENT.test(line)))) {
      units.push({ start, end: at })
      start = at
    }
    // An indented line below a list item goes on with the item.
    inList = item || (inList && start !== at)
    previous = line
    at = end + 1
  }
  if (start < paragraph.end) units.push({ start, end: paragraph.end })
  return units
}

/** Enough of a line to see what it is, so that a line of megabytes costs nothing. */
const LINE_HEAD = 400

/** The ends of the sentences of one line of text, white space after a sentence included; the last is its length. */
function ends(source: string, language: string | undefined): number[] {
  const notes = new Set<number>()
  if (source.includes('[')) for (const mark of source.matchAll(AFTER_NOTE_MARK)) notes.add(mark.index + mark[0].length)
  const candidates: number[] = []
  for (const piece of segmenter(language).segment(source)) candidates.push(piece.index + piece.segment.length)
  if (notes.size > 0) candidates.push(...notes)
  candidates.sort((a, b) => a - b)

  const result: number[] = []
  let start = 0
  for (const end of candidates) {
    if (end >= source.length || end <= start) continue
    if (!notes.has(end) && goesOn(source, start, end, language)) continue
    result.push(end)
    start = end
  }
  result.push(source.length)
  return result
}

/** Whether the sentence that began at `start` goes on after `end`, where ICU would break. */
function goesOn(source: string, start: number, end: number, language: string | undefined): boolean {
  const before = source.slice(Math.max(start, end - CONTEXT), end)
  const left = before.trimEnd()
  const after = source.slice(end, end + CONTEXT)
  if (!WORD_CHARACTER.test(source.slice(start, end))) return true
  if (left.length === before.length && /[.?!]["'”’)[\]]*$/.test(left) && !/^\s/.test(after)) return true
  const next = FIRST_WORD.exec(after)?.[1] ?? ''
  if (next === '') return !WORD_CHARACTER.test(source.slice(end))
  if (/^\p{Ll}/u.test(next)) return true
  if (ENUMERATOR.test(source.slice(start, end).trim())) return true
  return left.endsWith('.') && abbreviationGoesOn(left, next, language)
}

/** How far round a boundary words are looked at. */
const CONTEXT = 48

function abbreviationGoesOn(left: string, next: string, language: string | undefined): boolean {
  const word = LAST_WORD.exec(left)?.[0] ?? ''
  const bare = word.slice(0, -1).toLowerCase()
  const beforeNumber = /^\p{N}/u.test(next)
  if (ALWAYS_CONTINUES.has(bare)) return true
  if (CONTINUES_BEFORE_NUMBER.has(bare) && beforeNumber) return true
  if (language?.startsWith('de') && /^\d{1,2}$/.test(bare)) return true
  if (INITIALS.test(word) || MAY_END.has(bare)) return !beforeNumber && !SENTENCE_STARTERS.has(next.toLowerCase())
  return false
}

function trimmed(text: string, from: number, to: number): Span {
  let start = from
  let end = to
  while (start < end && isSpace(text, start)) start += 1
  while (end > start && isSpace(text, end - 1)) end -= 1
  return { start, end }
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code === 32 || (code >= 9 && code <= 13)) return true
  return code >= 160 && /\s/.test(text.charAt(at))
}

const segmenters = new Map<string, Intl.Segmenter>()

/** Of all languages only Greek has sentence rules of its own: its question mark is a semicolon. */
function segmenter(language: string | undefined): Intl.Segmenter {
  const locale = language !== undefined && /^el\b/i.test(language) ? 'el' : 'en'
  const known = segmenters.get(locale)
  if (known !== undefined) return known
  const made = new Intl.Segmenter(locale, { granularity: 'sentence' })
  segmenters.set(locale, made)
  return made
}
