import type { Quotation } from '#evidence/ledger.ts'
import words from '#language/data/asks.json' with { type: 'json' }
import { contentTerms, terms } from '#language/terms.ts'
import { alternatives } from '#language/word-list.ts'
import { holdsWhole } from './holds-whole.ts'
import type { Subject } from './subject.ts'
import { SubjectReader } from './subject-reader.ts'

/** One of the things that a question asks about apart from each other. */
interface Side {
  /** To search for it. */
  written: string
  terms: ReadonlySet<string>
}

const ANY = alternatives(words.preposition)
/** Two things that stand after the same word, at the end of a question: "to strikes and to the lack of houses". */
const APART = new RegExp(
  String.raw`\b(?<word>${ANY})\s+(?<one>(?:(?!\b\k<word>\b)[^,;?])+),?\s+and\s+\k<word>\s+(?<other>[^,;?]+)\??\s*$`,
  'iu',
)
const NO_NAMES: ReadonlySet<string> = new Set()

/**
 * The things that a question asks about apart from each other, each with what it asks of both: "the end of the war in Norway
 * and in Denmark"; none where it asks about one. English.
 */
function sidesOf(text: string, { weights, language }: Subject['terms']): Side[] {
  const { one = '', other = '' } = APART.exec(text)?.groups ?? {}
  const own = [one, other].map((part) => contentTerms(part, language).intersection(new Set(weights.keys())))
  const [first = new Set(), second = new Set()] = own
  if (first.size === 0 || second.size === 0 || !first.isDisjointFrom(second)) return []
  const ofBoth = new Set(weights.keys()).difference(first.union(second))
  const shared = terms(text, language).filter(({ term }) => ofBoth.has(term))
  return [one, other].map((part, i) => ({
    written: [...shared.map(({ raw }) => raw), part.trim().replace(/[\s.!]+$/u, '')].join(' '),
    terms: ofBoth.union(own[i] ?? new Set()),
  }))
}

/** Tells which sentences are on one of the things that a question asks about apart, or on what most is told of. */
export class Sides {
  readonly #subject: Subject
  readonly #all: readonly Side[]
  #reader: SubjectReader | undefined

  constructor(text: string, subject: Subject) {
    this.#subject = subject
    this.#all = sidesOf(text, subject.terms)
  }

  /** Each as the question writes it. */
  get written(): string[] {
    return this.#all.map(({ written }) => written)
  }

  /** Whether a sentence holds enough of one of them, with what stands round it and over it. */
  isOnOne(quotation: Quotation): boolean {
    return this.#all.some(({ terms }) => this.holds(quotation, terms))
  }

  /** Whether it holds enough of some terms of the subject. */
  holds(quotation: Quotation, some: ReadonlySet<string>): boolean {
    const { terms: about, shortForms, time } = this.#subject
    // What the subject is read by is told before the first sentence is.
    this.#reader ??= new SubjectReader(about, shortForms, time)
    const { held } = this.#reader.passageOf(quotation)
    const weights = new Map([...about.weights].filter(([term]) => some.has(term)))
    return holdsWhole({ weights, names: NO_NAMES, parts: 1, listed: 1 }, held, NO_NAMES)
  }
}
