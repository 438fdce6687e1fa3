import type { Evidence, Quotation } from '#evidence/ledger.ts'
import type { Answering } from './answering.ts'
import type { WithoutAsides } from './asides.ts'
import type { PassageRules } from './opening-passage.ts'
import type { WithoutTails } from './without-tails.ts'

/** Something compared, and which evidence speaks of it. */
export interface ComparedItem {
  name: string
  /** Whether documents come from it, or speak of it. */
  of: 'source' | 'subject'
  holds: (evidence: Evidence) => boolean
  /** A sentence of the entry that stands under its name; undefined where there is none. */
  definition: Quotation | undefined
}

/** What an answer is made of. */
export interface Composition extends PassageRules {
  shape: 'paragraphs' | 'list' | 'comparison'
  /** Asks for all who say something: one item each. */
  /** In order of choice. */
  chosen: readonly Evidence[]
  /** The sentence to begin with; without one there is no answer. */
  lead: Evidence | undefined
  /** All sentences that could lead, the likeliest first. */
  candidates: readonly Evidence[]
  /** Of these the ones that are nearly as likely as the first. */
  near: readonly Evidence[]
  /** What opens the passages that follow the one at the beginning. */
  further: readonly Evidence[]
  /** Whether a passage is on what the one at the beginning is on. */
  bears: (passage: readonly Quotation[]) => boolean
  /** Which passages are needed beside the one at the beginning. */
  needed: (opening: readonly Quotation[], others: readonly Quotation[][]) => Quotation[][]
  /** Whether a passage says something of the question that what is shown does not. */
  addsTo: (passage: readonly Quotation[], shown: readonly Quotation[]) => boolean
  /** How well a sentence answers. */
  answering: Answering
  /** How well a sentence shows the one value that is asked for: 0 to 1. */
  fits: (sentence: string) => number
  /** Whether the question tells what goes wrong before it asks for a way out. */
  hasTrouble: boolean
  withoutAsides: WithoutAsides
  /** A passage without what stands before the sentence that leads, and tells another thing. */
  withoutLeadIn: (passage: readonly Quotation[], lead: Quotation) => Quotation[]
  withoutTails: WithoutTails
  /** The share of the question, by weight, whose words a text holds. */
  shareNamed: (text: string) => number
  /** Whether a quotation is of a source that the question names. */
  isOfNamed: (quotation: Quotation) => boolean
  /** UTF-16 code units of each of these. */
  longestFurther: number
  /** Shows what else was chosen, also of a text in sections. */
  showsRest: boolean
  /** False: what is shown is only what comes closest. */
  answered: boolean
  /** Pairs of which one says otherwise than the other. */
  contrasts: readonly (readonly [Evidence, Evidence])[]
  items: readonly ComparedItem[]
  /** Whether a heading names all that is compared. */
  headsAll: (heading: string) => boolean
}
