import { isSamePlace } from '#depth/sub-question.ts'
import { type Evidence, follows } from '#evidence/ledger.ts'
import type { CollectedNote } from './collected-notes.ts'

/** How far from a note a sentence may be, counted in sentences: beyond that a source is on to something else. */
const FARTHEST = 3
/** Of what a writer is shown, about a third is said before, or left out. */
const MORE_THAN_WANTED = 1.5

/** A scrap of a table or a caption does not end as a sentence does. */
const ENDED = /[.!?…。！？]["'”’»)\]]*$/u

/** How many words a text has. */
export function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length
}

/**
 * Where notes are too few for a report of so many words, gives each the sentences beside it in its paragraph: what
 * follows first, then what stands before. A note is put among them in the order of the source.
 */
export function withSurroundings(
  notes: readonly CollectedNote[],
  leastWords: number,
): Map<CollectedNote, CollectedNote[]> {
  const groups = new Map(notes.map((note) => [note, [note]]))
  const taken = notes.map(({ evidence }) => evidence)
  let words = taken.reduce((sum, { quote }) => sum + wordsIn(quote), 0)
  for (const isAfter of [...Array(FARTHEST).fill(true), ...Array(FARTHEST).fill(false)]) {
    for (const [note, group] of groups) {
      if (words >= MORE_THAN_WANTED * leastWords) return groups
      const beside = nextTo(note, isAfter ? group.at(-1) : group[0], isAfter)
      if (!beside || taken.some((known) => isSamePlace(known, beside) || known.quote === beside.quote)) continue
      taken.push(beside)
      words += wordsIn(beside.quote)
      const added = { evidence: beside, shows: '', sub: note.sub }
      if (isAfter) group.push(added)
      else group.unshift(added)
    }
  }
  return groups
}

/** The sentence of the same paragraph that was read next to one. */
function nextTo({ sub }: CollectedNote, edge: CollectedNote | undefined, isAfter: boolean): Evidence | undefined {
  if (!edge) return undefined
  const { evidence } = edge
  const read = sub.run.ledger.get(evidence.document.id)?.evidence ?? []
  return read.find(
    (other) =>
      ENDED.test(other.quote) &&
      (isAfter ? follows(evidence, other) : follows(other, evidence)) &&
      other.block?.start === evidence.block?.start,
  )
}
