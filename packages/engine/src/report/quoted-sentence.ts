import type { AnswerPart } from '#cite/assemble.ts'
import type { CheckedSentence } from '#model/sentence-check.ts'
import type { CollectedNote } from './collected-notes.ts'

/** The id of the source of a sentence's first claim. */
export function sourceOf(parts: readonly AnswerPart[]): string | undefined {
  return parts.flatMap((part) => (part.kind === 'claim' ? [part.document.id] : []))[0]
}

/** A note in the words of its source. */
export function quotedSentence({ evidence }: CollectedNote): Pick<CheckedSentence, 'parts' | 'gap'> {
  const { document, start, end, quote } = evidence
  const text = quote.replace(/\s+/g, ' ').trim()
  return { parts: [{ kind: 'claim', text, document, start, end, answers: true }], gap: ' ' }
}

/**
 * The first note of each source that is not cited, by the ids of those that are: nobody reads it again before it is quoted, so
 * that its own words have to say that it belongs.
 */
export function firstOfOthers(notes: readonly CollectedNote[], cited: ReadonlySet<string>): CollectedNote[] {
  const belonging = notes.filter(({ onModelsWord }) => onModelsWord !== true)
  const bySource = Map.groupBy(belonging, ({ evidence }) => evidence.document.id)
  return [...bySource].flatMap(([id, own]) => (cited.has(id) ? [] : own.slice(0, 1)))
}
