import { type Evidence, follows } from '#evidence/ledger.ts'
import { ANOTHER_ORIGIN } from '#evidence/score-finding.ts'
import type { Term } from '#language/terms.ts'
import type { Pair } from '#question/parse-question.ts'
import type { Question } from '#question/question.ts'
import { coverage, type TermWeights, weightOfPair } from '#question/weights.ts'
import type { Standards } from './document-features.ts'
import type { Judged } from './relevance.ts'

/** A sentence in its place. */
export interface Placed {
  evidence: Evidence
  /** What the title holds of the question. */
  title: readonly Term[]
  /** Terms of the question in the sentence before it, and in either or the title. */
  before: ReadonlySet<string>
  held: ReadonlySet<string>
  otherOrigin: boolean
}

/** No sentence further down answers better than the best of these, in any set. */
const LOOKED_AT = 12
const NONE: ReadonlySet<string> = new Set()

/** The sentences that, in their places, speak of most of the question. */
export function closest(
  { weights, named, goal }: Pick<Standards, 'weights' | 'named' | 'goal'>,
  cited: readonly Judged[],
): Placed[] {
  const found: (Placed & { share: number })[] = []
  for (const { candidate } of cited) {
    const { document } = candidate
    const title = goal.terms(document.title).filter(({ term, stop }) => !stop && weights.has(term))
    const otherOrigin = named.size > 0 && !named.has(document.id)
    const inOrder = [...candidate.evidence].sort((a, b) => a.start - b.start)
    for (const [i, evidence] of inOrder.entries()) {
      if (evidence.covers.size === 0) continue
      const last = inOrder[i - 1]
      const before = last && follows(last, evidence) ? last.covers : NONE
      const held = new Set([...evidence.covers, ...before, ...title.map(({ term }) => term)])
      const share = (otherOrigin ? ANOTHER_ORIGIN : 1) * coverage(held, weights)
      found.push({ evidence, title, before, held, otherOrigin, share })
    }
  }
  return found.sort((a, b) => b.share - a.share).slice(0, LOOKED_AT)
}

/** A passage that holds less of a question, by weight, only shares a word with it. */
const CLOSE = 0.2

/**
 * Tells whether a sentence is on the subject of a question that it does not answer, and so worth showing: it is of a source
 * that the question names, holds a name that the question does, or a fifth of it together with its title.
 */
export function isOnSubject({
  weights,
  goal,
  capitalised,
  named,
}: Pick<Standards, 'weights' | 'goal' | 'named'> & Pick<Question, 'capitalised'>): (evidence: Evidence) => boolean {
  return ({ document, covers }) => {
    if (named.has(document.id)) return true
    const title = goal.terms(document.title).map(({ term }) => term)
    const held = new Set([...covers, ...title])
    return covers.size > 0 && (capitalised.some((term) => held.has(term)) || coverage(held, weights) >= CLOSE)
  }
}

/** Words by which neighbours may be farther apart than in the question before they say little of each other. */
const FALLS_OFF = 4

/** Of terms that are neighbours in a question, the share that stand as near in a sentence; less the farther they are. */
export function nearness(
  pairs: readonly Pair[],
  weights: TermWeights,
  sentence: readonly Term[],
  title: readonly Term[],
): number {
  const places = Map.groupBy(sentence.keys(), (at) => sentence[at]?.term)
  const inTitle = new Set(title.map(({ term }) => term))
  const near = pairs.map((pair) => {
    const { one, other, apart } = pair
    const [ofOne, ofOther] = [places.get(one), places.get(other)]
    const weight = weightOfPair(pair, weights)
    if (ofOne && ofOther) return weight * Math.exp(-Math.max(0, nearest(ofOne, ofOther) - apart) / FALLS_OFF)
    return (ofOne && inTitle.has(other)) || (ofOther && inTitle.has(one)) ? weight / 2 : 0
  })
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return sum(near) / (sum(pairs.map((pair) => weightOfPair(pair, weights))) || 1)
}

/** The least distance between two places, of which both lists are in order. */
function nearest(some: readonly number[], others: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY
  for (let one = 0, other = 0; one < some.length && other < others.length; ) {
    const apart = (some[one] as number) - (others[other] as number)
    least = Math.min(least, Math.abs(apart))
    if (apart < 0) one += 1
    else other += 1
  }
  return least
}
