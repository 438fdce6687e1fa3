import { rarity } from '#language/bm25.ts'
import type { Span } from '#language/span.ts'
import type { KnownTerm } from '#language/terms.ts'
import type { ReadingGoal } from '#question/question.ts'
import { weightOf } from '#question/weights.ts'
import type { Block } from '../types.ts'
import type { Features } from './head.ts'

/** A sentence that was read. */
export interface ReadSentence extends Span {
  block: Block | undefined
  quote: string
  /** Terms of the question that it holds, or the innermost of the headings and terms above it. */
  asked: ReadonlySet<string>
  /** All its terms. */
  terms: readonly KnownTerm[]
  /** How well it fits the kind of answer asked for. */
  fits: number
  /** Terms of the question in the title, and in the headings and terms above the sentence. */
  above: ReadonlySet<string>
  /** Stands where nobody writes whole sentences: in a list, or a table. */
  isFragment: boolean
  /** Share of the question's pairs of neighbouring terms that it holds. */
  pairs: number
  /** How many words it has. */
  length: number
  /** Terms of the question in the sentence before and after it. */
  before: ReadonlySet<string>
  after: ReadonlySet<string>
}

/** Where a sentence stands. */
interface Place extends Pick<ReadSentence, 'start' | 'end' | 'block'> {
  before: ReadSentence | undefined
}

/** Terms of the question in the title and in a path, and those of the innermost of it. */
interface TermsAbove {
  all: ReadonlySet<string>
  innermost: readonly string[]
}

const NO_PATH: readonly string[] = []
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
  readonly #above = new Map<readonly string[], TermsAbove>()

  constructor(title: string, goal: ReadingGoal) {
    const { weights } = goal
    this.#goal = goal
    this.#total = weightOf(weights.keys(), weights) || 1
    this.#rarest = Math.max(0, ...weights.values()) || 1
    this.#all = this.#count(weights.keys()) || 1
    this.title = new Set(this.#askedIn(title))
  }

  /** Sees what a sentence of some terms says, which stands under a path and follows another in the text, or none. */
  read(quote: string, terms: readonly KnownTerm[], { start, end, block, before }: Place): ReadSentence {
    const { weights, bigrams } = this.#goal
    const { all: above, innermost } = this.#termsAbove(block?.path ?? NO_PATH)
    // What a section is about is not said again in each of its sentences.
    let asked: Set<string> | undefined = innermost.length > 0 ? new Set(innermost) : undefined
    let last = ''
    let shared = 0
    for (const { term, stop } of terms) {
      if (stop || !weights.has(term)) continue
      asked = (asked ?? new Set<string>()).add(term)
      if (bigrams.has(`${last} ${term}`)) shared += 1
      last = term
    }
    const pairs = bigrams.size > 0 ? Math.min(1, shared / bigrams.size) : 0
    const isFragment = block?.kind === 'item' || block?.kind === 'row'
    return {
      start,
      end,
      block,
      quote,
      asked: asked ?? NONE,
      terms,
      fits: this.#goal.fits(quote),
      above,
      isFragment,
      pairs,
      length: terms.length,
      before: before?.asked ?? NONE,
      after: NONE,
    }
  }

  /** Measures a sentence by itself, in its place. */
  features({ asked, above, before, pairs, fits }: ReadSentence, opens: boolean): Features {
    return {
      /** Share of the question, by weight, that it holds; that what stands above it and the sentence before hold for it. */
      held: weightOf(asked, this.#goal.weights) / this.#total,
      around: this.#elsewhere(before.size === 0 ? above : above.union(before), asked),
      pairs,
      /** Fits the kind of answer asked for, beside sentences of any document. */
      fitsAnywhere: fits,
      /** Opens its document. */
      opens: Number(opens),
    }
  }

  /** Measures sentences beside all others that were read of the document. */
  among(all: readonly ReadSentence[]): (sentence: ReadSentence) => Features {
    const { weights } = this.#goal
    const counts = new Map<string, number>()
    for (const { asked } of all) for (const term of asked) counts.set(term, (counts.get(term) ?? 0) + 1)
    const telling = new Map<string, number>()
    for (const [term, count] of counts) {
      telling.set(term, (weights.get(term) ?? 0) * rarity(count, all.length, 1))
    }
    const most = weightOf(counts.keys(), telling) || 1
    return (sentence) => this.#measure(sentence, weightOf(sentence.asked, telling) / most)
  }

  #measure({ quote, asked, fits, above, isFragment, length, before, after }: ReadSentence, telling: number): Features {
    const { weights } = this.#goal
    let rarest = 0
    for (const term of asked) rarest = Math.max(rarest, weights.get(term) ?? 0)
    const isQuestion = QUESTION.test(quote)
    return {
      /** Share of the question's terms, each the same. */
      terms: this.#count(asked) / this.#all,
      /** Share of the question by weight, and by how few sentences of the document hold the term. */
      telling,
      /** The rarest term held, over the rarest there is. */
      rarest: rarest / this.#rarest,
      /** Share of the question that the title and the headings, the sentence before and the sentence after hold for it. */
      title: this.#elsewhere(above, asked),
      before: this.#elsewhere(before, asked),
      after: this.#elsewhere(after, asked),
      /** Share of the question by weight. */
      share: weightOf(asked, weights) / this.#total,
      /** Fits the kind of answer asked for, beside the other sentences of its document. */
      fits,
      /** Logarithm of its length in words. */
      length: Math.log(1 + length),
      question: Number(isQuestion),
      unfinished: Number(!isFragment && !isQuestion && !FINISHED.test(quote)),
    }
  }

  #askedIn(title: string): string[] {
    const { terms, weights } = this.#goal
    return terms(title).flatMap(({ term, stop }) => (!stop && weights.has(term) ? [term] : []))
  }

  #termsAbove(path: readonly string[]): TermsAbove {
    const known = this.#above.get(path)
    if (known) return known
    const innermost = this.#askedIn(path.at(-1) ?? '')
    const all = new Set([...this.title, ...path.flatMap((title) => this.#askedIn(title))])
    this.#above.set(path, { all, innermost })
    return { all, innermost }
  }

  #count(terms: Iterable<string>): number {
    let count = 0
    for (const term of terms) if (!this.#goal.ofOrigins.has(term)) count += 1
    return count
  }

  /** Share of the question that stands beside a sentence and not in it. */
  #elsewhere(beside: ReadonlySet<string>, asked: ReadonlySet<string>): number {
    const { weights } = this.#goal
    let sum = 0
    for (const term of beside) if (!asked.has(term)) sum += weights.get(term) ?? 0
    return sum / this.#total
  }
}
