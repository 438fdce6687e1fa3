import { adjoins } from '#evidence/adjoin.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { coverage } from '#question/coverage.ts'
import type { Judged } from './relevance.ts'

/** How weak a document has to be beside the best of those to cite, to be left out: fitted on the six kinds of questions. */
const WEAK = 0.4
const UNLIKELY = 0.2
/** The same where it holds the words of the subject, and not the subject. */
const WHOLE = 0.5
const IN_PIECES = 0.3
/** … of a question that is short; a longer one wants several things of several documents. */
const SHORT = 3
/** What others do not hold keeps it: so much of the question, by weight. */
const FRESH = 0.01
const FRESH_OF_SHORT = 0.35

/** What it takes to tell words from the subject that they make. */
export interface ScatteredRules {
  weights: ReadonlyMap<string, number>
  /** Terms that say little of the subject. */
  discounts: ReadonlyMap<string, number>
  terms: (text: string) => readonly { term: string; stop: boolean }[]
  /** Share of the question's pairs of terms that stand side by side in a text too: 0 to 1. */
  together: (text: string) => number
  /** How many sentences of a document can be quoted. */
  sentences: number
  /** Documents of the origins that the question names: only each other holds against them. */
  named: ReadonlySet<string>
}

interface Holding {
  judged: Judged
  /** Terms of the question in its title and in its best sentences. */
  held: ReadonlySet<string>
  /** Share of the question that its title and one sentence hold, by weight. */
  best: number
  together: number
}

function holding(judged: Judged, { weights, terms, together, sentences }: ScatteredRules): Holding {
  const { document, evidence } = judged.candidate
  const title = terms(document.title).flatMap(({ term, stop }) => (!stop && weights.has(term) ? [term] : []))
  const top = [...evidence].sort((a: Evidence, b: Evidence) => b.worth - a.worth).slice(0, sentences)
  const of = ({ covers }: Evidence) => coverage(new Set([...title, ...covers]), weights)
  return {
    judged,
    held: new Set([...title, ...top.flatMap(({ covers }) => [...covers])]),
    best: Math.max(0, ...top.map(of)),
    together: Math.max(0, ...top.map(({ quote }) => together(quote))),
  }
}

/** Whether a question is short enough for its subject to be one thing. */
function isShort({ weights, discounts }: ScatteredRules): boolean {
  return weights.size - discounts.size <= SHORT
}

/**
 * Chosen sentences without those that hold words of a short question's subject in pieces and nothing else of the
 * question, beside another of their document that holds it and that they do not adjoin. The order is kept.
 */
export function withoutPieces(chosen: readonly Evidence[], rules: ScatteredRules): Evidence[] {
  if (!isShort(rules)) return [...chosen]
  const whole = new Map(chosen.map((item) => [item, rules.together(item.quote)]))
  return chosen.filter((item) => {
    const better = chosen.filter((other) => {
      const holds = (whole.get(other) ?? 0) >= WHOLE && (whole.get(item) ?? 0) <= IN_PIECES * (whole.get(other) ?? 0)
      return other.document === item.document && holds && [...item.covers].every((term) => other.covers.has(term))
    })
    return better.length === 0 || better.some((other) => adjoins(other, item) || adjoins(item, other))
  })
}

/** Named by another document, or found by what that tells and by nothing of the question: it is asked for in other words. */
function isHop({ candidate: { signals } }: Judged): boolean {
  return signals.link > 0 || (signals.lead > 0 && signals.question === 0 && signals.part === 0)
}

/**
 * Documents to cite without those that hold but scattered words of the question, where a better one holds its subject,
 * and that add nothing to what the better ones hold. The order is kept.
 */
export function withoutScattered(cited: readonly Judged[], rules: ScatteredRules): Judged[] {
  const isNamed = ({ candidate }: Judged) => rules.named.has(candidate.document.id)
  const named = new Set(amongThem(cited.filter(isNamed), rules))
  const kept = new Set(amongThem(cited, rules))
  return cited.filter((judged) => (isNamed(judged) ? named : kept).has(judged))
}

function amongThem(cited: readonly Judged[], rules: ScatteredRules): Judged[] {
  const all = cited.map((judged) => holding(judged, rules))
  const [first] = all.toSorted(
    (a, b) => b.best - a.best || b.together - a.together || b.judged.probability - a.judged.probability,
  )
  if (!first) return []
  const likeliest = Math.max(...cited.map(({ probability }) => probability))
  const whole = Math.max(...all.map(({ together }) => together))
  const seen = new Set(first.held)
  const kept = all.filter((each) => {
    const share = each.judged.probability / likeliest
    const isWeak = each.best < WEAK * first.best && share < UNLIKELY
    const isScattered = isShort(rules) && whole >= WHOLE && each.together <= IN_PIECES * whole
    const fresh = coverage(
      [...each.held].filter((term) => !seen.has(term)),
      rules.weights,
    )
    const addsNothing = (isWeak && fresh <= FRESH) || (isScattered && fresh <= FRESH_OF_SHORT)
    if (each !== first && !isHop(each.judged) && addsNothing) return false
    for (const term of each.held) seen.add(term)
    return true
  })
  return kept.map(({ judged }) => judged)
}
