import { isSamePlace } from '#depth/sub-question.ts'
import { type Evidence, follows } from '#evidence/ledger.ts'
import { wordsIn } from '#language/words-in.ts'
import { breaksOff } from '#model/whole-sentence.ts'
import type { CollectedNote } from './collected-notes.ts'
import { isTable } from './figures.ts'
import { pointsBack, tieLength } from './hanging.ts'
import { isCutOff } from './stands-alone.ts'

/** A heading in capitals begins another matter; a text without small letters is of another script. */
const HAS_SMALL = /\p{Ll}|\p{Lo}/u

/** How far from a note a sentence may be, counted in sentences: beyond that a source is on to something else. */
const FARTHEST = 5
/** Of what a writer is shown, half is said before, points at what is not told, or is left out. */
const MORE_THAN_WANTED = 2
/** What is on all of the subject and does not write a word of it is added up to there only, and from so near. */
const MORE_THAN_NEEDED = 1.5
const NEAR = 3

/** Sentences in a row that each point at the one before: of more the last one is far from its subject. */
const POINTING = 3

/** A scrap of a table or a caption does not end as a sentence does. */
const ENDED = /[.!?…。！？]["'”’»)\]]*$/u

type Told = (evidence: Evidence) => boolean

/** Which sentences are on the subject, which on all of it, and which tell of it by themselves. */
export interface OnSubject {
  isOnSubject: Told
  isOfWhole: Told
  tells: Told
}

const ANY: OnSubject = { isOnSubject: () => true, isOfWhole: () => true, tells: () => true }

/**
 * Where the notes of all sections are too few for a report of so many words, gives each the sentences beside it in its
 * paragraph or section: what follows first, then what stands before. A note is put among them in the order of the source;
 * one that points at the sentence before it has that one in any case. A section of `mostWords` gets no more: its last
 * notes would be left out. What is not on the subject is left out; what is on a part of it, or does not tell of it by
 * itself, is added only where the report would be too short without it; what is on a part and does not tell of it only
 * right after what is on all of it and does. Default: all is, and does.
 */
export function withSurroundings(
  sections: readonly (readonly CollectedNote[])[],
  { leastWords, mostWords }: { leastWords: number; mostWords: number },
  { isOnSubject, isOfWhole, tells }: OnSubject = ANY,
): Map<CollectedNote, CollectedNote[]> {
  const notes = sections.flat()
  const groups = new Map(notes.map((note) => [note, [note]]))
  const taken = notes.map(({ evidence }) => evidence)
  const isTaken = (one: Evidence) => taken.some((known) => isSamePlace(known, one) || known.quote === one.quote)
  // What points at the sentence before it says nothing without it.
  for (const [note, group] of groups) {
    const before = pointedAt(note)
    if (before === undefined) groups.set(note, [])
    for (const one of before ?? []) {
      if (isTaken(one)) break
      taken.push(one)
      group.unshift({ evidence: one, shows: '', sub: note.sub })
    }
  }
  const wordsOf = (some: readonly CollectedNote[]) =>
    some.reduce((sum, note) => sum + wordsInAll(groups.get(note) ?? []), 0)
  const sizes = sections.map((own) => ({ own: new Set(own), words: wordsOf(own) }))
  let words = sizes.reduce((sum, section) => sum + section.words, 0)
  const add = (isAfter: boolean, most: number, isWanted: (evidence: Evidence, note: Evidence) => boolean) => {
    for (const [note, group] of groups) {
      if (words >= most * leastWords) return
      const size = sizes.find(({ own }) => own.has(note))
      if (!size || size.words >= mostWords) continue
      const beside = nextTo(note, isAfter ? group.at(-1) : group[0], isAfter)
      if (!beside || isTaken(beside) || !isOnSubject(beside) || !isWanted(beside, note.evidence)) continue
      taken.push(beside)
      words += wordsIn(beside.quote)
      size.words += wordsIn(beside.quote)
      const added = { evidence: beside, shows: '', sub: note.sub }
      if (isAfter) group.push(added)
      else group.unshift(added)
    }
  }
  const sides = [...Array(FARTHEST).fill(true), ...Array(FARTHEST).fill(false)]
  for (const isAfter of sides) add(isAfter, MORE_THAN_WANTED, (one) => tells(one) && isOfWhole(one))
  const near = [...Array(NEAR).fill(true), false]
  for (const isAfter of near) add(isAfter, MORE_THAN_NEEDED, isOfWhole)
  // Beside a note that is on a part of the subject hardly anything is on all of it.
  for (const isAfter of sides) add(isAfter, MORE_THAN_NEEDED, tells)
  // What follows a note that tells of all of it goes on with that in other words; what comes after that often does not.
  const isSure = (one: Evidence) => tells(one) && isOfWhole(one)
  add(true, MORE_THAN_NEEDED, (_, note) => isSure(note))
  return groups
}

/** The sentences before a note up to one that points at none before it, the last one first; undefined where none does. */
function pointedAt(note: CollectedNote): Evidence[] | undefined {
  const before: Evidence[] = []
  let edge = note
  while (pointsBack(edge.evidence.quote) || tieLength(edge.evidence.quote) > 0) {
    const next = before.length < POINTING ? nextTo(note, edge, false) : undefined
    if (!next) return undefined
    before.push(next)
    edge = { ...note, evidence: next }
  }
  return before
}

export function wordsInAll(notes: readonly CollectedNote[]): number {
  return notes.reduce((sum, { evidence }) => sum + wordsIn(evidence.quote), 0)
}

/** The sentence of the same paragraph that was read next to one. */
function nextTo({ sub }: CollectedNote, edge: CollectedNote | undefined, isAfter: boolean): Evidence | undefined {
  if (!edge) return undefined
  const { evidence } = edge
  const read = sub.run.ledger.get(evidence.document.id)?.evidence ?? []
  return read.find((other) => standsBeside(evidence, other, isAfter))
}

/** Whether another sentence stands next to one in the same paragraph, after or before it, and may be told with it. */
export function standsBeside(evidence: Evidence, other: Evidence, isAfter: boolean): boolean {
  return (
    (isAfter ? follows(evidence, other) : follows(other, evidence)) &&
    isSameText(other, evidence) &&
    ENDED.test(other.quote) &&
    HAS_SMALL.test(other.quote) &&
    !isTable(other.quote) &&
    !breaksOff(other.quote) &&
    !isCutOff(other.quote)
  )
}

/** Whether two sentences stand in one paragraph, or in two of one section: a newspaper begins one with each sentence. */
function isSameText({ block: one }: Evidence, { block: other }: Evidence): boolean {
  if (one?.start === other?.start) return true
  if (one?.kind !== 'paragraph' || other?.kind !== 'paragraph') return false
  return one.path.length === other.path.length && one.path.every((title, at) => title === other.path[at])
}
