import type { Evidence } from '#evidence/ledger.ts'
import { namesSubject } from './attribution.ts'
import { pointsBack, supposes, tieLength } from './opening.ts'

/**
 * Beside how well a sentence answers by itself: a conditional logit fitted on the sentences of answers to questions of
 * five kinds at once (`pnpm evaluate`, the `dev` part), rounded; from `named` on for the reader's sake.
 */
const WORTH = {
  /** Stands out in its document. */
  own: 0.6,
  probability: 0.7,
  fit: 0.5,
  /** Could hold what is asked for at all: a count, a date, a person. */
  may: 0.2,
  /** Where a person is asked for. */
  who: 0.6,
  together: 0.4,
  supposes: -0.3,
  scrap: -0.3,
  named: 0.8,
  unclear: -0.25,
  /** Where several things are asked for, and what stands around the sentence tells them one by one. */
  enumerates: 0.5,
  /** Of the earliest source, where a date is asked for and no sentence holds one: when it was first spoken of. */
  earliest: 0.05,
  /** Where the question is but a subject. */
  early: 0.5,
  /** For each hundred characters beyond what is read at a glance. */
  long: -0.05,
} as const

const GLANCE = 160
const SCRAP = 40

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
  /** Whether the question is a subject alone, put without asking anything. */
  isSubject: boolean
  /** Whether it asks for a date. */
  isDate: boolean
  /** Whether it asks for a reason or a manner, which takes words. */
  isReason: boolean
  /** Whether the things asked for are told one by one around a sentence. */
  enumerates: (evidence: Evidence) => boolean
  /** How a text speaks of the subject of the question: how much of it in one piece, and how early. 0 to 1. */
  mentions: (text: string) => { together: number; early: number }
}

/** The sentence to begin with: it answers well, stands by itself, and its document is likely needed. Undefined of none. */
export function leadOf(chosen: readonly Evidence[], rules: LeadRules): Evidence | undefined {
  const { probability, isNamed, fits, mayAnswer, who, isSubject, isReason, isDate, enumerates, mentions } = rules
  const earliest = isDate && !chosen.some(mayAnswer) ? earliestOf(chosen) : undefined
  const worth = (evidence: Evidence) => {
    const { quote, score, worth: own, document } = evidence
    const { together, early } = mentions(quote.slice(tieLength(quote)))
    return (
      score +
      WORTH.own * own +
      WORTH.probability * probability(document.id) +
      WORTH.fit * fits(quote) +
      (mayAnswer(evidence) ? WORTH.may : 0) +
      WORTH.who * who(evidence) +
      WORTH.together * together +
      (isSubject ? WORTH.early * early : 0) +
      (enumerates(evidence) ? WORTH.enumerates : 0) +
      (earliest !== undefined && document.year === earliest ? WORTH.earliest : 0) +
      (supposes(quote) ? WORTH.supposes : 0) +
      (quote.length < SCRAP ? WORTH.scrap : 0) +
      (isNamed(document.id) ? WORTH.named : 0) +
      (pointsBack(quote) && !namesSubject(document) ? WORTH.unclear : 0) +
      (isReason ? 0 : (WORTH.long * Math.max(0, quote.length - GLANCE)) / 100)
    )
  }
  let best: { evidence: Evidence; worth: number } | undefined
  for (const evidence of chosen) {
    const value = worth(evidence)
    if (!best || value > best.worth) best = { evidence, worth: value }
  }
  return best?.evidence
}

/** The first of the years of sources that are known by theirs; undefined where some have none. */
function earliestOf(chosen: readonly Evidence[]): number | undefined {
  const years = chosen.flatMap(({ document: { year } }) => year ?? [])
  return years.length === chosen.length ? Math.min(...years) : undefined
}
