import type { Evidence } from '../ledger.ts'
import { namesSubject } from './attribution.ts'
import { pointsBack } from './opening.ts'

const SURE = 0.3
const STANDS_OUT = 0.3
const FIT = 0.3
const UNCLEAR = 0.1
const NAMED = 0.5

/** What the first sentence of an answer is chosen by. */
export interface LeadRules {
  /** How likely a document is needed: 0 to 1. */
  probability: (documentId: string) => number
  /** Whether a document comes from whom or when the question names */
  isNamed: (documentId: string) => boolean
  /** How well a text fits the kind of answer asked for: 0 to 1. */
  fits: (text: string) => number
}

/** The sentence to begin with: it answers well, stands by itself, and its document is likely needed. Undefined of none. */
export function leadOf(chosen: readonly Evidence[], { probability, isNamed, fits }: LeadRules): Evidence | undefined {
  const worth = ({ quote, score, worth: own, document }: Evidence) =>
    score +
    STANDS_OUT * own +
    SURE * probability(document.id) +
    (isNamed(document.id) ? NAMED : 0) +
    FIT * fits(quote) -
    (pointsBack(quote) && !namesSubject(document) ? UNCLEAR : 0)
  return chosen.reduce<Evidence | undefined>(
    (best, evidence) => (best && worth(best) >= worth(evidence) ? best : evidence),
    undefined,
  )
}
