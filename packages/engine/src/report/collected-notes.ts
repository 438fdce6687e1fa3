import { originalsOf } from '#cite/originality.ts'
import { isSamePlace, type Note, type SubQuestion } from '#depth/sub-question.ts'

/** A note, and the sub-question that it was taken for. */
export interface CollectedNote extends Note {
  sub: SubQuestion
}

/** All notes, each sentence once: the most telling of each sub-question first; none of a copy of another source. */
export function collectNotes(subs: readonly SubQuestion[]): CollectedNote[] {
  const most = Math.max(0, ...subs.map(({ notes }) => notes.length))
  const inTurns = Array.from({ length: most }, (_, place) =>
    subs.flatMap((sub) => sub.notes.slice(place, place + 1).map((note) => ({ ...note, sub }))),
  ).flat()
  const originals = originalsOf([...new Set(inTurns.map(({ evidence }) => evidence.document))])
  const distinct: CollectedNote[] = []
  for (const note of inTurns) {
    const isKnown = distinct.some(
      ({ evidence }) => isSamePlace(evidence, note.evidence) || isSameText(evidence, note.evidence),
    )
    if (originals.has(note.evidence.document) && !isKnown) distinct.push(note)
  }
  return distinct
}

function isSameText(one: { quote: string }, other: { quote: string }): boolean {
  return one.quote.trim() === other.quote.trim()
}
