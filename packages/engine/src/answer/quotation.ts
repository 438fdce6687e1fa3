import type { Evidence } from '#evidence/ledger.ts'
import { tieLength } from './opening.ts'

/** What an answer takes of a sentence: all of it, or a part that stands by itself. */
export interface Quotation {
  evidence: Evidence
  /** UTF-16 code units of the document's text, the end exclusive. */
  start: number
  end: number
}

/** What a part of a sentence has to keep. */
export interface KeepingRules {
  /** What the terms of the question weigh. */
  weights: ReadonlyMap<string, number>
  /** The terms of a text. */
  terms: (text: string) => readonly { term: string }[]
  /** How much of the kind of answer asked for a text holds. */
  answers: (text: string) => number
  /** Whether several things are asked for: a sentence that lists things is left whole. */
  several: boolean
  /** Whether a part of a sentence says what the whole says: nothing turned over or weakened by the cut. */
  stands: (text: string, evidence: Evidence) => boolean
}

/** A longer sentence is cut to the clauses that speak of the question … */
const LONG = 320
/** … but never to less than this, nor below this share of what it says of the question. */
const SHORTEST = 60
const KEPT = 0.95

/** Things one after the other: three or more, parted by semicolons, or by commas with an "and" before the last. */
const LISTS = /(?:;[^;]{3,}){2}|(?:,\s+[^,;:.]{3,80}){2,},?\s+(?:and|or)\s/u

const STARTS = /(?:[;:]|\s[—–]|--)\s*(?:(?:and|but|or|so|that|yet)\s+)?(?=["“]?[\p{L}\p{N}])/giu
const DEPENDENT =
  /^["“]?(?:which|who|whom|whose|where|when|while|to|of|in|by|with|for|from|on|at|as|than|not|nor|also|both|either|including|being|having|if|unless|because|since|although|though|and|or|he|she|it|they|this|these|those|such|his|her|its|their)\b/iu
const FINITE =
  /\b(?:is|are|was|were|am|has|have|had|do|does|did|will|would|shall|should|can|could|may|might|must|\p{L}{3,}ed|\p{L}{3,}s)\b/iu
const ENDS =
  /;|\s[—–]\s|--|,(?=\s+(?:and (?:it|he|she|they|we|I|there|the|this|these|that|to|in|by|of|for|are|is|was|were|will|has|have|had|our|a|an|all|no)|but|yet|while|whereas|although|though|because|since|so that|which|who|whose|where|unless|notwithstanding|provided)\b)/giu

function held(text: string, { weights, terms }: KeepingRules): number {
  let sum = 0
  for (const term of new Set(terms(text).map(({ term }) => term))) sum += weights.get(term) ?? 0
  return sum
}

function balanced(text: string): boolean {
  const count = (mark: RegExp) => text.match(mark)?.length ?? 0
  return count(/"/g) % 2 === 0 && count(/“/g) === count(/”/g) && count(/\(/g) === count(/\)/g)
}

/** Where parts of a sentence may begin and end; the whole sentence's own first. */
function borders(sentence: string, from: number): { starts: number[]; ends: number[] } {
  const starts = [from]
  for (const match of sentence.matchAll(STARTS)) {
    const at = match.index + match[0].length
    if (at > from && !DEPENDENT.test(sentence.slice(at))) starts.push(at)
  }
  return { starts, ends: [sentence.length, ...[...sentence.matchAll(ENDS)].map(({ index }) => index)] }
}

/** The shortest part of a long sentence that says as much of the question; undefined where there is none shorter. */
function clause(evidence: Evidence, from: number, rules: KeepingRules): { start: number; end: number } | undefined {
  const { quote } = evidence
  const needed = KEPT * held(quote, rules)
  const answers = rules.answers(quote)
  const { starts, ends } = borders(quote, from)
  const parts = starts.flatMap((start) => ends.map((end) => ({ start, end })))
  // A part from the beginning reads better than one of the same length from the middle.
  const cost = ({ start, end }: { start: number; end: number }) => end - start + (start > from ? SHORTEST : 0)
  return parts
    .filter(({ start, end }) => end - start >= SHORTEST && end - start < quote.length - from)
    .sort((a, b) => cost(a) - cost(b))
    .find(({ start, end }) => {
      const text = quote.slice(start, end)
      if (!balanced(text) || !FINITE.test(text) || rules.answers(text) < answers || held(text, rules) < needed)
        return false
      return rules.stands(text, evidence)
    })
}

/** What to quote of a sentence: without what only ties it to its neighbours, and of a long one the clauses that matter. */
export function quotationOf(evidence: Evidence, rules: KeepingRules): Quotation {
  const { quote } = evidence
  const tie = tieLength(quote)
  const from = tie > 0 && quote.length - tie >= SHORTEST / 2 && rules.stands(quote.slice(tie), evidence) ? tie : 0
  const whole = rules.several && LISTS.test(quote)
  const part = !whole && quote.length - from > LONG ? clause(evidence, from, rules) : undefined
  const { start, end } = part ?? { start: from, end: quote.length }
  return { evidence, start: evidence.start + start, end: evidence.start + end }
}
