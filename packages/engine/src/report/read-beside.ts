import type { SubQuestion } from '#depth/sub-question.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { CollectedNote } from './collected-notes.ts'
import { isTable, tellsFigures } from './figures.ts'
import { readSentences } from './read-sentences.ts'
import { standsAlone } from './stands-alone.ts'

/** Sentences of one source that are told beside the notes: more of them make its words those of the report. */
const MOST_OF_A_SOURCE = 5
/** … of all: what no model noted is not to be most of a report. */
const MOST_READ = 40

type Wanted = (evidence: Evidence, sub: SubQuestion) => boolean

/** Sentences that were read, that nobody noted, and that can stand in a report by themselves, the most telling first. */
export class ReadBeside {
  readonly #read: readonly CollectedNote[]
  /** Whether sentences can stand in a report: several parts of a question read the same ones. */
  readonly #able = new Map<string, boolean>()

  constructor(subs: readonly SubQuestion[]) {
    this.#read = readSentences(subs)
  }

  /** Those that are wanted beside some notes. */
  of(known: readonly CollectedNote[], isWanted: Wanted): CollectedNote[] {
    const counts = new Map<string, number>()
    const taken: CollectedNote[] = []
    const told = new Set(known.flatMap(({ evidence }) => [evidence.quote, placeOf(evidence)]))
    for (const note of this.#read) {
      if (taken.length >= MOST_READ) break
      const { evidence, sub } = note
      const { document, quote } = evidence
      const count = counts.get(document.id) ?? 0
      if (count >= MOST_OF_A_SOURCE || told.has(quote) || told.has(placeOf(evidence))) continue
      if (!isWanted(evidence, sub) || !this.#isAble(quote)) continue
      counts.set(document.id, count + 1)
      taken.push(note)
      told.add(quote).add(placeOf(evidence))
    }
    return taken
  }

  #isAble(quote: string): boolean {
    const known = this.#able.get(quote)
    if (known !== undefined) return known
    const isAble = standsAlone(quote) && !tellsFigures(quote) && !isTable(quote)
    this.#able.set(quote, isAble)
    return isAble
  }
}

/** No quotation begins with a mark that parts words. */
const placeOf = ({ document, start }: Evidence) => `\n${document.id} ${start}`
