import type { SubQuestion } from '#depth/sub-question.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Budget } from '../budget.ts'
import { type CollectedNote, collectNotes } from './collected-notes.ts'

/** Fewer notes, or of fewer sources, are an answer and no report. */
const FEWEST_NOTES = 10
const FEWEST_SOURCES = 3

/**
 * What a report is written from: the notes that belong in it, or all where it would have too few; undefined where the
 * sources do not carry one.
 */
export function notesForReport(
  subs: readonly SubQuestion[],
  { sections }: Budget,
  belongs: (evidence: Evidence, sub: SubQuestion) => boolean,
): CollectedNote[] | undefined {
  const all = collectNotes(subs)
  const near = all.filter(({ evidence, sub }) => belongs(evidence, sub))
  const notes = near.length >= FEWEST_NOTES ? near : all
  const sources = new Set(notes.map(({ evidence }) => evidence.document.id))
  return sections > 0 && notes.length >= FEWEST_NOTES && sources.size >= FEWEST_SOURCES ? notes : undefined
}
