import type { Subject } from '#depth/subject.ts'
import { wordsIn } from '#language/words-in.ts'
import type { Budget } from '../budget.ts'
import type { CollectedNote } from './collected-notes.ts'
import { OPENING_WORDS } from './opening.ts'
import type { Section } from './outline.ts'
import { withSurroundings } from './surroundings.ts'
import type { Passage } from './write-section.ts'

/** What a section has at most: two pages without a heading are hard to follow. */
const LONGEST_SECTION = 600

/** The sections of a report, with as many words as their notes have and the level allows. */
export function passagesOf(
  outlined: readonly Section[],
  notes: readonly CollectedNote[],
  { budget, subject }: { budget: Budget; subject: Subject },
): Passage[] {
  const { leastWords, words } = budget
  const beside = withSurroundings(notes, leastWords, (evidence) => subject.isOf(evidence))
  const sections = outlined.map(({ heading, notes }) => {
    const shown = notes.flatMap((note) => beside.get(note) ?? [note])
    const carried = shown.reduce((sum, { evidence }) => sum + wordsIn(evidence.quote), 0)
    return { heading, notes: shown, words: Math.min(LONGEST_SECTION, carried) }
  })
  const all = OPENING_WORDS + sections.reduce((sum, section) => sum + section.words, 0)
  const share = Math.min(1, words / all)
  return sections.map((section) => ({
    ...section,
    words: Math.round(share * section.words),
    others: sections.flatMap(({ heading }) => (heading === section.heading ? [] : [heading])),
  }))
}
