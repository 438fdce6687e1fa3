import { isSamePlace, type Note, type SubQuestion } from '#depth/sub-question.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { quantities } from '#language/numbers.ts'
import { saysTheSame } from '#model/choose-evidence.ts'
import type { SourceDocument } from '../types.ts'

/** A note, and the sub-question that it was taken for. */
export interface CollectedNote extends Note {
  sub: SubQuestion
  /** Whether nothing but the model's own words on it say that it belongs to the question. Default: its words say so, too. */
  onModelsWord?: true
}

/**
 * All notes, each sentence once: the most telling of each sub-question first, and of sentences that say the same the one of the
 * source that is nearest to the matter.
 */
export function collectNotes(subs: readonly SubQuestion[]): CollectedNote[] {
  const most = Math.max(0, ...subs.map(({ notes }) => notes.length))
  const inTurns = Array.from({ length: most }, (_, place) =>
    subs.flatMap((sub) => sub.notes.slice(place, place + 1).map((note) => ({ ...note, sub }))),
  ).flat()
  const distinct: CollectedNote[] = []
  for (const note of inTurns) {
    const at = distinct.findIndex(({ evidence }) => isSame(evidence, note.evidence))
    const known = distinct[at]
    if (known === undefined) distinct.push(note)
    else if (isNearer(note.evidence.document, known.evidence.document)) distinct[at] = note
  }
  return distinct
}

function isSame(one: Evidence, other: Evidence): boolean {
  if (isSamePlace(one, other) || one.quote.trim() === other.quote.trim()) return true
  const [fewer, more] = one.terms.size <= other.terms.size ? [one.terms, other.terms] : [other.terms, one.terms]
  // Another name or number makes another statement, however much is shared.
  return saysTheSame(one, other) && fewer.isSubsetOf(more) && numbersIn(one) === numbersIn(other)
}

function numbersIn({ quote }: Evidence): string {
  return quantities(quote)
    .map(({ start, end }) => quote.slice(start, end))
    .sort()
    .join(' ')
}

/** What reports of others is derived from them; of the rest nobody knows. */
const DERIVED: ReadonlySet<string> = new Set(['news', 'other'])
const PRIMARY: ReadonlySet<string> = new Set(['paper', 'book', 'dataset', 'document'])
const distance = ({ sourceType }: SourceDocument) => (PRIMARY.has(sourceType) ? 0 : DERIVED.has(sourceType) ? 2 : 1)

/** Whether a source is nearer to what is told than another one: it tells of its own, or told it before. */
function isNearer(one: SourceDocument, other: SourceDocument): boolean {
  const [own, others] = [distance(one), distance(other)]
  return own < others || (own === others && (one.year ?? Number.POSITIVE_INFINITY) < (other.year ?? 0))
}
