import type { Term } from '#language/terms.ts'
import type { ReadingGoal } from '#question/reading-goal.ts'

/** A sentence that was read. */
export interface ReadSentence {
  quote: string
  /** Terms of the question that it holds. */
  asked: ReadonlySet<string>
  /** All its terms that carry meaning. */
  content: ReadonlySet<string>
  /** Share of the question's pairs of neighbouring terms that it holds. */
  pairs: number
  /** How many words it has. */
  length: number
  /** Terms of the question in the sentence before and after it. */
  before: ReadonlySet<string>
  after: ReadonlySet<string>
}

/**
 * What tells the sentence with the evidence from the others of its document: a conditional logit fitted on questions of
 * six kinds at once (single facts, several hops, comparisons of news, long-form, science), each kind with the same say,
 * two thirds of each (the `dev` part of `pnpm evaluate`), and divided by eight; on the third held out it ranks as well.
 */
const WORTH = {
  /** Share of the question's terms, each the same. */
  terms: 0.6,
  /** Share of the question by weight, and by how few sentences of the document hold the term. */
  telling: 0.39,
  /** The rarest term held, over the rarest there is. */
  rarest: 0.2,
  /** Share that the title, the sentence before, the sentence after hold for it. */
  title: 0.62,
  before: 0.5,
  after: 0.16,
  /** Share of the part of the question that it says most of. */
  part: 0.08,
  /** Fits the kind of answer asked for. */
  fit: 0.06,
  /** Logarithm of its length in words. */
  length: 0.07,
  /** Five words or fewer; a question; no stop at its end. */
  scrap: -0.3,
  question: -0.31,
  unfinished: -0.17,
} as const

/** Beside the share of the question that a sentence holds. */
const RELEVANCE = { context: 0.5, pairs: 0.15, fit: 0.2, opening: 0.15 } as const

const SCRAP = 5
const QUESTION = /[?？]["”’»)]*$/u
const FINISHED = /[.!?…。！？]["”’»)\]]*$/u
const NONE: ReadonlySet<string> = new Set()

/** Reads and scores the sentences of one document. */
export class Scoring {
  /** Terms of the question in the title. */
  readonly title: ReadonlySet<string>
  readonly #goal: ReadingGoal
  readonly #total: number
  readonly #rarest: number
  readonly #all: number

  constructor(title: string, goal: ReadingGoal) {
    const { weights } = goal
    this.#goal = goal
    this.#total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1
    this.#rarest = Math.max(0, ...weights.values()) || 1
    this.#all = this.#count(weights.keys()) || 1
    this.title = new Set(goal.terms(title).flatMap(({ term, stop }) => (!stop && weights.has(term) ? [term] : [])))
  }

  /** Sees what a sentence of some terms says, which follows another in the text, or none. */
  read(quote: string, found: readonly Term[], before: ReadSentence | undefined): ReadSentence {
    const { weights, bigrams } = this.#goal
    const asked = new Set<string>()
    const content = new Set<string>()
    let last = ''
    let shared = 0
    for (const { term, stop } of found) {
      if (stop) continue
      content.add(term)
      if (!weights.has(term)) continue
      asked.add(term)
      if (bigrams.has(`${last} ${term}`)) shared += 1
      last = term
    }
    const pairs = bigrams.size > 0 ? Math.min(1, shared / bigrams.size) : 0
    return { quote, asked, content, pairs, length: found.length, before: before?.asked ?? NONE, after: NONE }
  }

  /** How well a sentence answers the question by itself, in its place; comparable between documents. */
  relevance({ quote, asked, before, pairs }: ReadSentence, opens: boolean): number {
    const around = [...new Set([...this.title, ...before])].filter((term) => !asked.has(term))
    const { weights, fits } = this.#goal
    return (
      (sum(asked, weights) + RELEVANCE.context * sum(around, weights)) / this.#total +
      RELEVANCE.pairs * pairs +
      RELEVANCE.fit * fits(quote) +
      (opens ? RELEVANCE.opening : 0)
    )
  }

  /** What sentences are worth beside all others that were read of the document; about 1 for a good one. */
  among(all: readonly ReadSentence[]): (sentence: ReadSentence) => number {
    const { weights } = this.#goal
    const counts = new Map<string, number>()
    for (const { asked } of all) for (const term of asked) counts.set(term, (counts.get(term) ?? 0) + 1)
    const telling = new Map<string, number>()
    for (const [term, count] of counts) {
      telling.set(term, (weights.get(term) ?? 0) * Math.log(1 + (all.length - count + 0.5) / (count + 0.5)))
    }
    const most = sum(counts.keys(), telling) || 1
    return (sentence) => this.#worth(sentence, sum(sentence.asked, telling) / most)
  }

  #worth(sentence: ReadSentence, telling: number): number {
    const { quote, asked, length } = sentence
    const { weights, fits } = this.#goal
    let score = WORTH.telling * telling + WORTH.fit * fits(quote) + WORTH.length * Math.log(1 + length)
    if (asked.size > 0) {
      const rarest = Math.max(...[...asked].map((term) => weights.get(term) ?? 0))
      score += (WORTH.terms * this.#count(asked)) / this.#all + (WORTH.rarest * rarest) / this.#rarest
    }
    for (const side of ['before', 'after'] as const) score += WORTH[side] * this.#elsewhere(sentence[side], asked)
    score += WORTH.title * this.#elsewhere(this.title, asked) + WORTH.part * this.#part(asked)
    if (length <= SCRAP) score += WORTH.scrap
    if (QUESTION.test(quote)) score += WORTH.question
    else if (!FINISHED.test(quote)) score += WORTH.unfinished
    return Math.max(0, score)
  }

  #count(terms: Iterable<string>): number {
    let count = 0
    for (const term of terms) count += this.#goal.discounts.get(term) ?? 1
    return count
  }

  /** Share of the question that stands beside a sentence and not in it. */
  #elsewhere(beside: ReadonlySet<string>, asked: ReadonlySet<string>): number {
    let held = 0
    for (const term of beside) if (!asked.has(term)) held += this.#goal.weights.get(term) ?? 0
    return held / this.#total
  }

  #part(asked: ReadonlySet<string>): number {
    const { parts, weights } = this.#goal
    let best = 0
    for (const part of parts) {
      const all = sum(part, weights)
      if (all > 0)
        best = Math.max(
          best,
          sum(
            [...part].filter((term) => asked.has(term)),
            weights,
          ) / all,
        )
    }
    return best
  }
}

function sum(terms: Iterable<string>, weights: ReadonlyMap<string, number>): number {
  let total = 0
  for (const term of terms) total += weights.get(term) ?? 0
  return total
}
