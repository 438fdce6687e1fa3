import type { Span } from '#language/sentences.ts'
import type { Term } from '#language/terms.ts'
import type { ReadingGoal } from '#question/reading-goal.ts'
import type { Features } from './head.ts'

/** A sentence that was read. */
export interface ReadSentence {
  quote: string
  /** UTF-16 code units of the document's text, the end exclusive. */
  start: number
  end: number
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

const QUESTION = /[?？]["”’»)]*$/u
const FINISHED = /[.!?…。！？]["”’»)\]]*$/u
const NONE: ReadonlySet<string> = new Set()

/** Reads the sentences of one document, and measures them. */
export class SentenceReader {
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

  /** Sees what a sentence of the document's text says, which follows another, or none. */
  read(text: string, { start, end }: Span, found: readonly Term[], before: ReadSentence | undefined): ReadSentence {
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
    const quote = text.slice(start, end)
    const place = { start, end, quote }
    return { ...place, asked, content, pairs, length: found.length, before: before?.asked ?? NONE, after: NONE }
  }

  /** Measures sentences beside all others that were read of the document. */
  among(all: readonly ReadSentence[]): (sentence: ReadSentence) => Features {
    const { weights } = this.#goal
    const counts = new Map<string, number>()
    for (const { asked } of all) for (const term of asked) counts.set(term, (counts.get(term) ?? 0) + 1)
    const telling = new Map<string, number>()
    for (const [term, count] of counts) {
      telling.set(term, (weights.get(term) ?? 0) * Math.log(1 + (all.length - count + 0.5) / (count + 0.5)))
    }
    const most = sum(counts.keys(), telling) || 1
    return (sentence) => this.#measure(sentence, sum(sentence.asked, telling) / most)
  }

  #measure({ quote, asked, length, pairs, before, after, start }: ReadSentence, telling: number) {
    const { weights, fits } = this.#goal
    const isQuestion = QUESTION.test(quote)
    return {
      /** Share of the question's terms, each the same. */
      terms: this.#count(asked) / this.#all,
      /** Share of the question by weight, and by how few sentences of the document hold the term. */
      telling,
      /** The rarest term held, over the rarest there is. */
      rarest: Math.max(0, ...[...asked].map((term) => weights.get(term) ?? 0)) / this.#rarest,
      /** Share of the question that the title, the sentence before and the sentence after hold for it. */
      title: this.#elsewhere(this.title, asked),
      before: this.#elsewhere(before, asked),
      after: this.#elsewhere(after, asked),
      /** Share of the part of the question that it says most of. */
      part: this.#part(asked),
      pairs,
      /** Fits the kind of answer asked for. */
      fit: fits(quote),
      /** Logarithm of its length in words, and what that does not tell of the shortest. */
      length: Math.log(1 + length),
      brief: 1 / (1 + length),
      question: Number(isQuestion),
      unfinished: Number(!isQuestion && !FINISHED.test(quote)),
      opens: Number(start === 0),
    }
  }

  /** Share of the question that a sentence holds; what stands around it counts half. */
  share({ asked, before }: ReadSentence): number {
    const around = this.#elsewhere(new Set([...this.title, ...before]), asked)
    return sum(asked, this.#goal.weights) / this.#total + around / 2
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
