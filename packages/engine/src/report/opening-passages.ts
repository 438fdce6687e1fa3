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
  readonly #byDocument: ReadonlyMap<string, CollectedNote[]>
  readonly #isAsked: (word: string) => boolean

  /** `isAsked`: whether a word stands in the question. */
  constructor(read: readonly CollectedNote[], isAsked: (word: string) => boolean) {
    this.#isAsked = isAsked
    this.#byDocument = Map.groupBy(read, ({ evidence }) => evidence.document.id)
  }

  /** A note behind what it points at; undefined where that was not read, or where it breaks off. `told`: what stands there. */
  behind(anchor: RankedNote, told: readonly CollectedNote[]): OpeningPassage | undefined {
    const { quote } = anchor.note.evidence
    if (isCutOff(quote) || isFragment(quote) || !ENDED.test(quote.trim())) return undefined
    const notes = [anchor.note]
    for (let [first] = notes; first && !this.#opensText(first.evidence.quote); [first] = notes) {
      const before = this.before(first)
      if (before && told.includes(before)) break
      if (!before || notes.length > BEFORE) return undefined
      notes.unshift(before)
    }
    return { notes, anchor, words: notes.reduce((sum, { evidence }) => sum + wordsIn(evidence.quote), 0) }
  }

  #opensText(quote: string): boolean {
    const read = asAnswer(quote, this.#isAsked)
    return !CONNECTED.test(read) && standsAlone(read) && namesWhatItMeans(read) && namesWhomItMeans(read)
  }

  /** The note that stands right before one. */
  before({ evidence }: CollectedNote): CollectedNote | undefined {
    const all = this.#byDocument.get(evidence.document.id) ?? []
    return all.find((other) => standsBeside(evidence, other.evidence, false))
  }
}

/** It goes on with what somebody says, and not with what stands before it here. English. */
const CONNECTED = /^["“'‘]?(?:and|but|or|nor|nay|plus)\b/iu

const ENDED = /[.!。！]["'”’»)\]]*$/u
