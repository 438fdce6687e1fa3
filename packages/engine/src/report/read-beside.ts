import { isSamePlace, type SubQuestion } from '#depth/sub-question.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { CollectedNote } from './collected-notes.ts'
import { isTable, tellsFigures } from './figures.ts'
import { readSentences } from './read-sentences.ts'
import { standsAlone } from './stands-alone.ts'

/** Sentences of one source that are told beside the notes: more of them make its words those of the report. */
const MOST_OF_A_SOURCE = 5
/** … of all: what no model noted is not to be most of a report. */
const MOST_READ = 40

/** Sentences that were read, that nobody noted, and that can stand in a report by themselves, the most telling first. */
export function readBeside(
  subs: readonly SubQuestion[],
  known: readonly CollectedNote[],
  isWanted: (evidence: Evidence, sub: SubQuestion) => boolean,
): CollectedNote[] {
  const counts = new Map<string, number>()
  const taken: CollectedNote[] = []
  for (const note of readSentences(subs)) {
    if (taken.length >= MOST_READ) break
    const { evidence, sub } = note
    const { document, quote } = evidence
    const count = counts.get(document.id) ?? 0
    const isKnown = (other: CollectedNote) => other.evidence.quote === quote || isSamePlace(other.evidence, evidence)
    if (count >= MOST_OF_A_SOURCE || known.some(isKnown) || taken.some(isKnown)) continue
    if (!standsAlone(quote) || tellsFigures(quote) || isTable(quote) || !isWanted(evidence, sub)) continue
    counts.set(document.id, count + 1)
    taken.push(note)
  }
  return taken
}
