import type { Quotation } from '#evidence/ledger.ts'
import { contentTerms } from '#language/terms.ts'
import { namedSources, singleNames } from '#question/named-sources.ts'
import type { Question } from '#question/question.ts'
import { isIntentTerm, weightOf } from '#question/weights.ts'
import type { SourceDocument } from '../types.ts'

/** A name in the question, and its terms. */
interface SubjectName {
  written: string
  terms: readonly string[]
  /** That of its terms which says most. */
  heaviest: string
}

/** UTF-16 units before a sentence in which its subject may have been named, and after it. */
const BEFORE = 500
const AFTER = 200
/** From this share of the weight of all names on a passage is of the subject. */
const NAMES = 0.5
/** The same of all that the question is about, where it names nothing; where it does, other words alone have to hold more. */
const HELD = 0.4
const HELD_WITHOUT_NAMES = 0.6
/** No passage holds that much of a long question: so many of its terms are enough. */
const TERMS = 1.5
const TERMS_WITHOUT_NAMES = 2.5
/** What stands before a name that only tells when: "before the Civil War". */
const WHEN = /\b(?:before|after|since|until|during)\s+(?:the\s+)?$/iu
/** A question that holds this share of the subject asks about it. */
const ASKED = 0.2

type Asked = Pick<
  Question,
  | 'parts'
  | 'unseen'
  | 'compared'
  | 'text'
  | 'language'
  | 'names'
  | 'origins'
  | 'ofSources'
  | 'ofTimes'
  | 'capitalised'
  | 'weights'
  | 'goal'
>

/** Whether a name in a question only tells when: "before the Civil War". */
export function onlyTellsWhen(name: string, { text }: Pick<Question, 'text'>): boolean {
  return WHEN.test(text.slice(0, Math.max(0, text.indexOf(name))))
}

/** What a question is about, but for whom it asks, when, and what is to be done: tells what is on that subject. */
export class Subject {
  readonly #language: Asked['language']
  readonly #weights: ReadonlyMap<string, number>
  readonly #names: readonly SubjectName[]
  /** Those of them that stand anywhere, if any does: of a name that no source has nothing can be held. */
  readonly #sought: readonly SubjectName[]
  /** All terms of the question, also those that only tell when, or whom to ask. */
  readonly #asked: ReadonlySet<string>
  /** Parts of the question, or things that it compares: a passage is of one of them. */
  readonly #parts: number
  /** Sentences of documents that were held against it, by where they begin. */
  readonly #known = new WeakMap<SourceDocument, Map<number, boolean>>()
  /** The names that stand somewhere in a document. */
  readonly #written = new WeakMap<SourceDocument, ReadonlySet<string>>()

  constructor(question: Asked) {
    const { text, language, weights, goal, ofSources, ofTimes, capitalised } = question
    this.#language = language
    this.#asked = new Set([...weights.keys(), ...this.#termsIn(text)])
    this.#parts = Math.max(1, question.parts.length, question.compared.length)
    const names = singleNames(question.names)
    const times = names.filter((name) => onlyTellsWhen(name, question))
    const ofTime = ofTimes.union(new Set(times.flatMap((name) => this.#termsIn(name))))
    // A word that nothing was written with tells nothing apart, but a name does.
    const isWritten = (term: string) => capitalised.includes(term) || (weights.get(term) ?? 0) < question.unseen
    const isTelling = (term: string) =>
      isWritten(term) && !goal.discounts.has(term) && !ofSources.has(term) && !ofTime.has(term) && !/^\d+$/.test(term)
    this.#weights = new Map([...weights].filter(([term]) => isTelling(term)))
    const sources = new Set(namedSources(question).flatMap(({ name }) => this.#termsIn(name)))
    this.#names = names.flatMap((written) => {
      const terms = this.#termsIn(written).filter(
        (term) => capitalised.includes(term) && this.#weights.has(term) && !sources.has(term),
      )
      const [heaviest] = terms.toSorted((a, b) => this.#weigh([b]) - this.#weigh([a]))
      return heaviest === undefined ? [] : [{ written, terms, heaviest }]
    })
    const written = this.#names.filter(({ heaviest }) => (weights.get(heaviest) ?? 0) < question.unseen)
    this.#sought = written.length > 0 ? written : this.#names
  }

  /** Whether a sentence is on the subject, with what stands round it and over it. */
  isOf(quotation: Quotation): boolean {
    const { document, start } = quotation
    const known = this.#known.get(document) ?? new Map<number, boolean>()
    this.#known.set(document, known)
    const before = known.get(start)
    if (before !== undefined) return before
    const found = this.#holds(quotation)
    known.set(start, found)
    return found
  }

  /** Whether a text asks about the subject. */
  isAskedIn(text: string): boolean {
    const held = new Set(this.#termsIn(text))
    return this.#names.some(({ heaviest }) => held.has(heaviest)) || this.#share(held) >= ASKED
  }

  /** Whether a text asks about something else, which may have been found on the way: more than a name of the question tells when. */
  leadsElsewhere(text: string): boolean {
    const isNew = (term: string) => !this.#asked.has(term) && !isIntentTerm(term)
    return !this.isAskedIn(text) && this.#termsIn(text).some(isNew)
  }

  /** Whether the question names what it is about. */
  get hasNames(): boolean {
    return this.#names.length > 0
  }

  /** The names of the subject, or else its words, as a search for it. */
  get words(): string {
    const named = this.#names.map(({ written }) => written)
    return (named.length > 0 ? named : [...this.#weights.keys()]).join(' ')
  }

  #holds({ document, start, end, block }: Quotation): boolean {
    if (this.#weights.size === 0) return true
    const from = Math.max(0, start - BEFORE)
    const passage = document.text.slice(from, end + AFTER)
    const held = new Set(this.#termsIn([document.title, ...(block?.path ?? []), passage].join('\n')))
    const isNamed = ({ written, terms, heaviest }: SubjectName) =>
      terms.every((term) => held.has(term)) || (held.has(heaviest) && this.#namesIn(document).has(written))
    const named = this.#names.filter(isNamed).flatMap(({ terms }) => terms)
    const all = this.#sought.flatMap(({ terms }) => terms)
    if (named.length > 0 && this.#parts * this.#weigh(named) >= NAMES * this.#weigh(all)) return true
    // A word of a name is no word of the subject where the name does not stand.
    const elsewhere = new Set(all).difference(new Set(named))
    const [share, terms] = all.length > 0 ? [HELD_WITHOUT_NAMES, TERMS_WITHOUT_NAMES] : [HELD, TERMS]
    const least = Math.min(share / this.#parts, terms / this.#weights.size)
    return this.#share(held.difference(elsewhere)) >= least
  }

  #namesIn(document: SourceDocument): ReadonlySet<string> {
    const known = this.#written.get(document)
    if (known) return known
    const text = document.text.slice()
    const found = new Set(this.#names.flatMap(({ written }) => (text.includes(written) ? [written] : [])))
    this.#written.set(document, found)
    return found
  }

  #share(held: ReadonlySet<string>): number {
    const all = this.#weigh(this.#weights.keys())
    return all > 0 ? this.#weigh(held) / all : 1
  }

  #weigh(terms: Iterable<string>): number {
    return weightOf(new Set(terms), this.#weights)
  }

  #termsIn(text: string): string[] {
    return [...contentTerms(text, this.#language)]
  }
}
