import type { Quotation } from '#evidence/ledger.ts'
import type { Spot } from './blocks.ts'

/** What a passage is cut for. */
export interface Wanted {
  /** Asks how something is done, or for an example. */
  code: boolean
  /** Asks for several things. */
  list: boolean
  /** The share of the question, by weight, that a text holds. */
  holds: (text: string) => number
  /** What else was found that holds all of the question that a sentence holds. */
  like: (lead: Quotation) => readonly Quotation[]
}

/** What an answer shows of one place: words in the order of the source, each of one block. */
export interface Passage {
  lead: Quotation
  parts: readonly Quotation[]
  /** Where a list or a table goes on that is not shown to its end: how many more it has. */
  more?: { of: 'items' | 'rows'; count: number }
}

export type Cutter = (spot: Spot, wanted: Wanted) => Omit<Passage, 'lead'>
