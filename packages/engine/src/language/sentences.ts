import { ALWAYS_CONTINUES, CONTINUES_BEFORE_NUMBER, MAY_END, SENTENCE_STARTERS } from './abbreviations.ts'
import { languageOfOpening } from './language.ts'
import type { Span } from './span.ts'

/** White space with a blank line in it. */
const BLANK_LINE = /\n[^\S\n]*\n\s*/g
/** What ICU takes for the end of a paragraph; inside a paragraph it is a soft wrap. */
const LINE_END = /[\n\r\v\f\u0085\u2028\u2029]/
const LINE_ENDS = new RegExp(LINE_END, 'g')
const LIST_MARKER = /^\s*(?:[-*+•‣◦–—]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s+\S/
const HARD_INDENT = /^(?: {4}|\t)\s*\S/
const TABLE_CELL = / \| /
/** "…end.[12] Next": the mark belongs to the sentence before it. */
const AFTER_NOTE_MARK = /[.!?…]["'”’)]*(?:\[[\p{L}\p{N} ]{1,6}\])+(?=\s+["'“‘(]*\p{Lu})/gu
const BEFORE_WORD = /[\s("'“‘[«—–]/u
const FIRST_WORD = /^[\s"'“”‘’([«]*([\p{L}\p{N}]+)/u
const ENUMERATOR = /^\(?(?:\d{1,3}|\p{L}|[ivxIVX]{1,5})[.)]$/u
const WORD_CHARACTER = /[\p{L}\p{N}\p{S}]/u
/** "Roe v. Wade"; a capital one is a king's number, or an initial. */
const VERSUS = 'v.'
const INITIALS = /^(?:\p{Lu}\.)+$/u

/**
 * The sentences of a text, in order: no span is empty, begins or ends with white space, or overlaps another, and
 * together they hold every character that is not white space. A blank line always ends a sentence; a single line
 * break does so only before a list item, a table row or an indented line. `language` is a BCP 47 tag; default: English.
 * Given `units`, no sentence runs out of one of them, and what is in none is left out.
 */
export function sentences(text: string, language?: string, units: readonly Span[] = hardUnits(text)): Span[] {
  const source = withSoftWraps(text, units)
  const marks = noteMarks(source)
  const cuts = segmenter(language).segment(source)[Symbol.iterator]()
  const found: Span[] = []
  let cut = 0
  let mark = 0
  for (const unit of units) {
    while (cut <= unit.start && unit.start < unit.end) cut = nextCut(cuts, source.length)
    // Lines of code and short paragraphs, mostly: nothing ends within them.
    if (cut >= unit.end && (marks[mark] ?? Number.POSITIVE_INFINITY) > cut) {
      addTrimmed(source, unit.start, unit.end, found)
      continue
    }
    const candidates: Candidate[] = []
    let at = unit.start
    const add = (end: number, note: boolean) => {
      if (end > at) candidates.push({ end, note, worded: WORD_CHARACTER.test(source.slice(at, end)) })
      at = Math.max(at, end)
    }
    while (at < unit.end) {
      if (cut <= at) cut = nextCut(cuts, source.length)
      for (let next = marks[mark]; next !== undefined && next <= cut; next = marks[++mark]) add(next, true)
      add(Math.min(cut, unit.end), false)
    }
    addSentences({ source, unit, candidates, language }, found)
  }
  return found
}

function nextCut(cuts: Iterator<Intl.SegmentData>, end: number): number {
  const next = cuts.next()
  return next.done === true ? end : next.value.index + next.value.segment.length
}

/** The runs of lines that a sentence may run through. Between two of them there is a line feed. */
function hardUnits(text: string): Span[] {
  const units: Span[] = []
  let start = 0
  for (const gap of text.matchAll(BLANK_LINE)) {
    addUnits(text, { start, end: gap.index }, units)
    start = gap.index + gap[0].length
  }
  addUnits(text, { start, end: text.length }, units)
  return units
}

function addUnits(text: string, paragraph: Span, units: Span[]): void {
  let start = paragraph.start
  let previous = ''
  let inList = false
  for (let at = paragraph.start; at < paragraph.end; ) {
    const lineBreak = text.indexOf('\n', at)
    const end = lineBreak === -1 || lineBreak >= paragraph.end ? paragraph.end : lineBreak
    if (start === at && end === paragraph.end) break
    const line = text.slice(at, Math.min(end, at + LINE_HEAD))
    const item = LIST_MARKER.test(line)
    const row = TABLE_CELL.test(line) || TABLE_CELL.test(previous)
    if (at > start && (item || row || (!inList && HARD_INDENT.test(line)))) {
      units.push({ start, end: at - 1 })
      start = at
    }
    // An indented line below a list item goes on with the item.
    inList = item || (inList && start !== at)
    previous = line
    at = end + 1
  }
  if (start < paragraph.end) units.push({ start, end: paragraph.end })
}

/** Enough of a line to see what it is, so that a line of megabytes costs nothing. */
const LINE_HEAD = 400

/** The text with spaces for the line breaks inside of units: to ICU they would end a sentence. */
function withSoftWraps(text: string, units: readonly Span[]): string {
  if (!LINE_END.test(text)) return text
  const parts: string[] = []
  let at = 0
  for (const { start, end } of units) {
    parts.push(text.slice(at, start), text.slice(start, end).replace(LINE_ENDS, ' '))
    at = end
  }
  return parts.join('') + text.slice(at)
}

function noteMarks(source: string): number[] {
  const marks: number[] = []
  if (!source.includes('[')) return marks
  for (const mark of source.matchAll(AFTER_NOTE_MARK)) marks.push(mark.index + mark[0].length)
  return marks
}

/** Where ICU would break, or after a note's mark. */
interface Candidate {
  end: number
  note: boolean
  /** Whether there is a word or a symbol since the candidate before. */
  worded: boolean
}

interface Unit {
  source: string
  unit: Span
  candidates: readonly Candidate[]
  language: string | undefined
}

function addSentences({ source, unit, candidates, language }: Unit, found: Span[]): void {
  const lastWorded = candidates.findLast(({ worded }) => worded)?.end ?? 0
  let { start } = unit
  let worded = false
  for (const candidate of candidates) {
    const { end } = candidate
    worded ||= candidate.worded
    // What holds no word belongs to the sentence beside it.
    if (!worded || end >= lastWorded || (!candidate.note && goesOn(source, start, end, language))) continue
    addTrimmed(source, start, end, found)
    start = end
    worded = false
  }
  addTrimmed(source, start, unit.end, found)
}

/** Whether the sentence that began at `start` goes on after `end`, where ICU would break. */
function goesOn(source: string, start: number, end: number, language: string | undefined): boolean {
  const before = source.slice(Math.max(start, end - CONTEXT), end)
  const left = before.trimEnd()
  const after = source.slice(end, end + CONTEXT)
  if (left.length === before.length && /[.?!]["'”’)[\]]*$/.test(left) && !/^\s/.test(after)) return true
  const next = FIRST_WORD.exec(after)?.[1] ?? ''
  if (/^\p{Ll}/u.test(next)) return true
  if (left.length < CONTEXT && ENUMERATOR.test(source.slice(start, end).trim())) return true
  if (isInBrackets(source.slice(start, end), source.slice(end, end + LONGEST_ASIDE))) return true
  return left.endsWith('.') && abbreviationGoesOn({ left, after, next, source, language })
}

/** What stands in brackets within a sentence is no longer than that. */
const LONGEST_ASIDE = 160

/** Whether a bracket that opened within a sentence closes after it. */
function isInBrackets(before: string, after: string): boolean {
  const open = before.lastIndexOf('(')
  if (open <= 0 || before.indexOf(')', open) !== -1 || before.slice(0, open).trim() === '') return false
  const close = after.indexOf(')')
  const opensAgain = after.indexOf('(')
  return close !== -1 && (opensAgain === -1 || close < opensAgain)
}

/** How far round a boundary words are looked at. */
const CONTEXT = 48

/** "W. A. Richards": an initial begins no sentence after another one. */
const OPENS_WITH_INITIAL = /^\s*\p{Lu}\.\s/u
const OPENS_WITH_BRACKET = /^\s*\(/u

/** Languages that write an ordinal number with a stop: "21. April", "2. Stock". */
const ORDINALS = /^(?:de|da|nb|nn|no|is|cs|sk|sl|hr|sr|hu|fi|et|lv|tr)\b/i

/** A boundary behind a stop: what stands before and after it, and the first word of that. */
interface Stop {
  left: string
  after: string
  next: string
  source: string
  language: string | undefined
}

function abbreviationGoesOn({ left, after, next, source, language }: Stop): boolean {
  const word = left.slice(lastWordStart(left))
  const bare = word.slice(0, -1).toLowerCase()
  // "Browne et al. (2004)", "Travis Etienne Jr. (@ Browns)".
  if (MAY_END.has(bare) && OPENS_WITH_BRACKET.test(after)) return true
  if (next === '') return false
  if (word === VERSUS) return true
  const beforeNumber = /^\p{N}/u.test(next)
  if (ALWAYS_CONTINUES.has(bare)) return true
  if (CONTINUES_BEFORE_NUMBER.has(bare) && beforeNumber) return true
  if (/^\d{1,2}$/.test(bare) && ORDINALS.test(language ?? languageOfOpening(source) ?? '')) return true
  if (INITIALS.test(word) && OPENS_WITH_INITIAL.test(after)) return true
  if (INITIALS.test(word) || MAY_END.has(bare)) return !beforeNumber && !SENTENCE_STARTERS.has(next.toLowerCase())
  return false
}

/** Looked for from the end, as a pattern would try every place before it. */
function lastWordStart(text: string): number {
  let at = text.length
  while (at > 0 && !BEFORE_WORD.test(text.charAt(at - 1))) at -= 1
  return at
}

function addTrimmed(text: string, from: number, to: number, found: Span[]): void {
  let start = from
  let end = to
  while (start < end && isSpace(text, start)) start += 1
  while (end > start && isSpace(text, end - 1)) end -= 1
  if (start < end) found.push({ start, end })
}

/** Whether a UTF-16 unit is white space. */
export function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code === 32 || (code >= 9 && code <= 13)) return true
  return code >= 160 && /\s/.test(text.charAt(at))
}

const segmenters = new Map<string, Intl.Segmenter>()

/** Of all languages only Greek has sentence rules of its own: its question mark is a semicolon. */
function segmenter(language: string | undefined): Intl.Segmenter {
  const locale = language !== undefined && /^el\b/i.test(language) ? 'el' : 'en'
  const known = segmenters.get(locale) ?? new Intl.Segmenter(locale, { granularity: 'sentence' })
  segmenters.set(locale, known)
  return known
}
