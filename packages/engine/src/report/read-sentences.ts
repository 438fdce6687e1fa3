import type { SubQuestion } from '#depth/sub-question.ts'
import type { CollectedNote } from './collected-notes.ts'

/** The sentences that were read for sub-questions, noted or not, the most telling first; one may have been read for several. */
export function readSentences(subs: readonly SubQuestion[]): CollectedNote[] {
  const read = subs.flatMap((sub) =>
    sub.run.ledger.ranked().flatMap(({ evidence }) => evidence.map((one) => ({ evidence: one, shows: '', sub }))),
  )
  return read.toSorted((a, b) => b.evidence.score - a.evidence.score)
}
