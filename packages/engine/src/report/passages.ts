import type { NotesOnSubject } from '#depth/notes-on-subject.ts'
import { isPageMatter } from '#depth/page-matter.ts'
import type { Subject } from '#depth/subject.ts'
import type { Run } from '#evidence/run.ts'
import type { Budget } from '../budget.ts'
import { OPENING_WORDS } from './opening.ts'
import type { Section } from './outline.ts'
import { type OnSubject, withSurroundings, wordsInAll } from './surroundings.ts'
import type { Passage } from './write-section.ts'

/**
 * What a section has at most: two pages without a heading are hard to follow. The next ones where the report would be shorter
 * than its level calls for, as with few sections: four pages are still read, and one section that is all there is, whole.
 */
const LONGEST_SECTIONS = [600, 900, 1200, 2000]
/** Of what sections may hold so much is left out, as said before, not borne out, or pointing at what is not told. */
const MORE_THAN_TOLD = 1.5

interface PassageLimits {
  run: Pick<Run, 'question'>
  budget: Budget
  subject: Subject
  about: Pick<NotesOnSubject, 'isNearest'>
}

/** The sections of a report, with as many words as their notes have and the level allows. */
export function passagesOf(outlined: readonly Section[], limits: PassageLimits): Passage[] {
  const { leastWords, words } = limits.budget
  let sections: ReturnType<typeof filled> = []
  for (const longest of LONGEST_SECTIONS) {
    sections = filled(outlined, longest, limits)
    if (wordsOf(sections) >= MORE_THAN_TOLD * leastWords) break
  }
  const share = Math.min(1, words / (OPENING_WORDS + wordsOf(sections)))
  return sections.map((section) => ({
    ...section,
    words: Math.round(share * section.words),
    others: sections.flatMap(({ heading }) => (heading === section.heading ? [] : [heading])),
  }))
}

/** The sections with what stands beside their notes, each of so many words at most. */
function filled(outlined: readonly Section[], mostWords: number, { run, budget, subject, about }: PassageLimits) {
  const notes = outlined.map((section) => section.notes)
  const { leastWords } = budget
  const limits = { leastWords, mostWords }
  const isMatter = isPageMatter(run.question)
  const onSubject: OnSubject = {
    isOnSubject: (one) => !isMatter(one) && (subject.isOf(one) || about.isNearest(one)),
    isOfWhole: about.isNearest,
    tells: ({ quote }) => subject.isToldIn(quote),
  }
  const beside = withSurroundings(notes, limits, onSubject)
  return outlined.map(({ heading, notes }) => {
    const shown = notes.flatMap((note) => beside.get(note) ?? [note])
    return { heading, notes: shown, words: Math.min(mostWords, wordsInAll(shown)) }
  })
}

function wordsOf(sections: readonly { words: number }[]): number {
  return sections.reduce((sum, section) => sum + section.words, 0)
}
