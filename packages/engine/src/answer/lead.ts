import { type Features, type Heads, oddsOf, weigh } from '#evidence/head.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { namesSubject } from './attribution.ts'
import { pointsBack, supposes, tieLength } from './opening.ts'

/** What the first sentence of an answer is chosen by. */
export interface LeadRules {
  /** How likely a document is needed: 0 to 1. */
  probability: (documentId: string) => number
  /** Whether a document comes from whom or when the question names */
  isNamed: (documentId: string) => boolean
  /** Whether a sentence could hold the kind of answer asked for. */
  mayAnswer: (evidence: Evidence) => boolean
  /** How many of the sources speak of somebody whom a sentence names, where the question asks for a person: 0 to 1. */
  who: (evidence: Evidence) => number
  /** Whether the question is a subject alone, put without asking anything. */
  isSubject: boolean
  /** How a text speaks of the subject of the question: how much of it in one piece, and how early. 0 to 1. */
  mentions: (text: string) => { together: number; early: number }
}

/** UTF-16 code units that are read at a glance. */
const GLANCE = 160

/** What of a sentence counts for beginning with it, beside its worth. */
export function leadFeatures(evidence: Evidence, { probability, isNamed, mayAnswer, who }: LeadRules): Features {
  const { document, quote } = evidence
  return {
    /** The log-odds of its document. */
    document: oddsOf(probability(document.id)),
    named: Number(isNamed(document.id)),
    may: Number(mayAnswer(evidence)),
    who: who(evidence),
    /** Beyond what is read at a glance. */
    long: Math.max(0, quote.length / GLANCE - 1),
  }
}

/** What a reader cares for beside being answered: half as likely to lead where a sentence is unclear by itself, and so on. */
function readersSake(evidence: Evidence, { isSubject, mentions }: LeadRules): number {
  const { quote, document } = evidence
  const unclear = supposes(quote) || (pointsBack(quote) && !namesSubject(document))
  const { early } = mentions(quote.slice(tieLength(quote)))
  return TWICE * ((isSubject ? early : 0) - Number(unclear))
}

/** Log-odds of twice as likely. */
const TWICE = Math.log(2)

/** The sentence to begin with: it answers well, stands by itself, and its document is likely needed. Undefined of none. */
export function leadOf(chosen: readonly Evidence[], rules: LeadRules, { lead }: Heads): Evidence | undefined {
  let best: { evidence: Evidence; worth: number } | undefined
  for (const evidence of chosen) {
    const worth = evidence.worth + weigh(lead, leadFeatures(evidence, rules)) + readersSake(evidence, rules)
    if (!best || worth > best.worth) best = { evidence, worth }
  }
  return best?.evidence
}
