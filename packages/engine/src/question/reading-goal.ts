import type { TermsOfText } from '#language/reader.ts'
import type { Term } from '#language/terms.ts'

/** What a reader of documents looks for. */
export interface ReadingGoal {
  /** Terms of the question and what each is worth. */
  weights: ReadonlyMap<string, number>
  /** Terms that say little of the subject, and what share of a term they count for. */
  discounts: ReadonlyMap<string, number>
  bigrams: ReadonlySet<string>
  /** The terms of each part of the question that needs evidence of its own. */
  parts: readonly ReadonlySet<string>[]
  /** The terms of a short text, such as a title, remembered for the run. */
  terms: (text: string) => readonly Term[]
  /** The terms of a document's parts, remembered for the run. */
  termsOf: (document: { text: string }) => TermsOfText
  /** How well a sentence fits the kind of answer asked for: 0 to 1. */
  fits: (sentence: string) => number
}
