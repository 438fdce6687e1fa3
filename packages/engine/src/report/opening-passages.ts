import { wordsIn } from '#language/words-in.ts'
import type { CollectedNote } from './collected-notes.ts'
import type { RankedNote } from './opening-order.ts'
import { asAnswer, isCutOff, isFragment, namesWhatItMeans, namesWhomItMeans, standsAlone } from './stands-alone.ts'
import { standsBeside } from './surroundings.ts'

/** Sentences of one source in a row that can be understood where a text begins. */
export interface OpeningPassage {
  notes: readonly CollectedNote[]
  /** The last of them, which answers. */
  anchor: RankedNote
  words: number
}

/** Sentences that the one that answers may need before it: with more the answer comes late. */
const BEFORE = 1

/** Finds what a note needs before it to be understood. */
export class OpeningPassages {
  readonly #byDocument: ReadonlyMap<string, RankedNote[]>
  readonly #isAsked: (word: string) => boolean

  /** `isAsked`: whether a word stands in the question. */
  constructor(ranked: readonly RankedNote[], isAsked: (word: string) => boolean) {
    this.#isAsked = isAsked
    this.#byDocument = Map.groupBy(ranked, ({ note }) => note.evidence.document.id)
  }

  /** A note behind what it points at; undefined where that was not read, or where it breaks off. `told`: what stands there. */
  behind(anchor: RankedNote, told: readonly CollectedNote[]): OpeningPassage | undefined {
    const { quote } = anchor.note.evidence
    if (isCutOff(quote) || isFragment(quote) || !ENDED.test(quote.trim())) return undefined
    const row = [anchor]
    for (let [first] = row; first && !this.#opensText(first.note.evidence.quote); [first] = row) {
      const before = this.before(first)
      if (before && told.includes(before.note)) break
      if (!before || row.length > BEFORE) return undefined
      row.unshift(before)
    }
    const notes = row.map(({ note }) => note)
    return { notes, anchor, words: notes.reduce((sum, { evidence }) => sum + wordsIn(evidence.quote), 0) }
  }

  #opensText(quote: string): boolean {
    const read = asAnswer(quote, this.#isAsked)
    return !CONNECTED.test(read) && standsAlone(read) && namesWhatItMeans(read) && namesWhomItMeans(read)
  }

  /** The note that stands right before one. */
  before({ note }: RankedNote): RankedNote | undefined {
    const all = this.#byDocument.get(note.evidence.document.id) ?? []
    return all.find((other) => standsBeside(note.evidence, other.note.evidence, false))
  }
}

/** It goes on with what somebody says, and not with what stands before it here. English. */
const CONNECTED = /^["“'‘]?(?:and|but|or|nor|nay|plus)\b/iu

const ENDED = /[.!。！]["'”’»)\]]*$/u
