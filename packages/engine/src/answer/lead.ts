import { type Features, type Heads, weigh } from '#evidence/head.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { namesSubject } from './attribution.ts'
import { pointsBack } from './opening.ts'

/** What the first sentence of an answer is chosen by. */
export interface LeadRules {
  /** How likely a document is needed: 0 to 1. */
  probability: (documentId: string) => number
  /** Whether a document comes from whom or when the question names */
  isNamed: (documentId: string) => boolean
  /** How well a text fits the kind of answer asked for: 0 to 1. */
  fits: (text: string) => number
  /** Whether a sentence could hold the kind of answer asked for. */
  mayAnswer: (evidence: Evidence) => boolean
  /** How many of the sources speak of somebody whom a sentence names, where the question asks for a person: 0 to 1. */
  who: (evidence: Evidence) => number
  /** Whether it asks for a reason or a manner, which takes words. */
  isReason: boolean
  /** How much of the subject of the question a text holds in one piece: 0 to 1. */
  together: (text: string) => number
}

/** UTF-16 code units that are read at a glance. */
const GLANCE = 160

/** What of a sentence counts for beginning with it, beside its worth and score: for its answering, then for the reader's sake. */
export function leadFeatures(evidence: Evidence, rules: LeadRules): Features {
  const { probability, isNamed, fits, mayAnswer, who, isReason, together } = rules
  const { quote, document } = evidence
  return {
    /** How likely its document is needed. */
    document: probability(document.id),
    fitFirst: fits(quote),
    /** Could hold what is asked for at all: a count, a date, a person. */
    may: Number(mayAnswer(evidence)),
    who: who(evidence),
    together: together(quote),
    named: Number(isNamed(document.id)),
    unclear: Number(pointsBack(quote) && !namesSubject(document)),
    /** Beyond what is read at a glance. */
    long: isReason ? 0 : Math.max(0, quote.length / GLANCE - 1),
  }
}

/** The sentence to begin with: it answers well, stands by itself, and its document is likely needed. Undefined of none. */
export function leadOf(chosen: readonly Evidence[], rules: LeadRules, { sentence }: Heads): Evidence | undefined {
  let best: { evidence: Evidence; worth: number } | undefined
  for (const evidence of chosen) {
    const worth = evidence.worth + evidence.score + weigh(sentence, leadFeatures(evidence, rules))
    if (!best || worth > best.worth) best = { evidence, worth }
  }
  return best?.evidence
}
