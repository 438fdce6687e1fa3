import type { Citation, ResearchResult } from '#contract/types.ts'
import { type OffsetUnit, offsetTable } from './offsets.ts'
import { readTags, type TaggedAnswer, type TaggedSpan } from './spans.ts'

/**
 * How a citation's position was found. `exact`: its offsets are UTF-16 code units. `converted`: the service counted
 * code points or bytes. `relocated`: the offsets are wrong, but its tag in the answer shows the position. `unresolved`:
 * it was not found.
 */
export type CitationMatch = 'exact' | 'converted' | 'relocated' | 'unresolved'

/** A citation and its position in `answer_clean`, in UTF-16 code units; the end is exclusive. */
export type ResolvedCitation =
  | {
      /** The citation as the result has it. */
      readonly citation: Citation
      /** Where it begins in the text, in UTF-16 code units. */
      readonly start: number
      /** Where it ends, exclusive. */
      readonly end: number
      /** How the place was found. */
      readonly match: Exclude<CitationMatch, 'unresolved'>
    }
  | {
      /** The citation as the result has it. */
      readonly citation: Citation
      /** No place was found. */
      readonly start: undefined
      /** No place was found. */
      readonly end: undefined
      readonly match: 'unresolved'
    }

/** The parts of a result in which citations are looked up. */
export type CitedText = Pick<ResearchResult, 'answer' | 'answer_clean' | 'citations'>

interface Place {
  readonly start: number
  readonly end: number
}

/** The occurrence of `text` that is nearest to `near`. */
function nearest(clean: string, text: string, near: number): Place | undefined {
  if (text === '') return undefined
  const before = clean.lastIndexOf(text, near)
  const after = clean.indexOf(text, near)
  if (before === -1 && after === -1) return undefined
  const start = before === -1 || (after !== -1 && after - near < near - before) ? after : before
  return { start, end: start + text.length }
}

/** The first unit is used in which the offsets give the cited text, because a citation does not name its unit. */
function createConverter(clean: string): (citation: Citation) => Place | undefined {
  const tables = new Map<OffsetUnit, ReadonlyMap<number, number>>()
  const tableOf = (unit: OffsetUnit): ReadonlyMap<number, number> => {
    const table = tables.get(unit) ?? offsetTable(clean, unit)
    tables.set(unit, table)
    return table
  }
  return ({ cited_text, start_offset, end_offset }) => {
    for (const unit of ['code-point', 'utf-8'] as const) {
      const start = tableOf(unit).get(start_offset)
      const end = tableOf(unit).get(end_offset)
      if (start === undefined || end === undefined || start > end) continue
      if (clean.slice(start, end) === cited_text) return { start, end }
    }
    return undefined
  }
}

function relocate(
  clean: string,
  tagged: TaggedAnswer,
  spans: readonly TaggedSpan[],
  citation: Citation,
): Place | undefined {
  const textOf = ({ start, end }: Place): string => tagged.clean.slice(start, end)
  const span = spans.find((candidate) => textOf(candidate) === citation.cited_text) ?? spans[0]
  if (span === undefined) return undefined
  const text = textOf(span)
  if (clean.slice(span.start, span.end) === text) return { start: span.start, end: span.end }
  return nearest(clean, text, span.start) ?? nearest(clean, citation.cited_text, span.start)
}

function isExact(clean: string, { cited_text, start_offset, end_offset }: Citation): boolean {
  const isSpan = Number.isInteger(start_offset) && Number.isInteger(end_offset) && start_offset >= 0
  return (
    isSpan &&
    start_offset <= end_offset &&
    end_offset <= clean.length &&
    clean.slice(start_offset, end_offset) === cited_text
  )
}

/**
 * Finds the position of each citation in `answer_clean`, whatever unit the service counts in; one entry per citation,
 * in order.
 */
export function resolveCitations(result: CitedText): ResolvedCitation[] {
  const { answer, answer_clean: clean = '', citations = [] } = result
  const convert = createConverter(clean)
  let tagged: TaggedAnswer | undefined
  const byTag = (citation: Citation): Place | undefined => {
    tagged ??= readTags(answer)
    const spans = tagged.spans.filter(({ id }) => id === citation.id)
    return relocate(clean, tagged, spans, citation)
  }
  return citations.map((citation): ResolvedCitation => {
    const { start_offset: start, end_offset: end } = citation
    if (isExact(clean, citation)) return { citation, start, end, match: 'exact' }
    const converted = convert(citation)
    if (converted !== undefined) return { citation, ...converted, match: 'converted' }
    const relocated = byTag(citation)
    if (relocated !== undefined) return { citation, ...relocated, match: 'relocated' }
    return { citation, start: undefined, end: undefined, match: 'unresolved' }
  })
}
