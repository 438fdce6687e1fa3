import type { Quotation } from '#evidence/ledger.ts'
import type { Language } from '#language/language.ts'
import { terms } from '#language/terms.ts'
import { coverage } from '#question/weights.ts'
import type { SourceDocument } from '../types.ts'
import { KeptByPlace } from './kept-by-place.ts'
import type { ShortForm } from './short-forms.ts'
import type { SubjectName, SubjectTerms } from './subject-terms.ts'
import { COMPANY, type SubjectTime } from './subject-time.ts'
import { WantedTerms } from './wanted-terms.ts'

/** UTF-16 units before a sentence in which its subject may have been named, and after it. */
export const BEFORE = 500
const AFTER = 200

/** What is told of a subject by a sentence with what stands round it and over it. */
interface Passage {
  held: ReadonlySet<string>
  /** The terms of the names that stand there. */
  named: readonly string[]
}

interface ReadPassage extends Pick<Passage, 'held'> {
  document: SourceDocument
  /** Gives all of its text. */
  read: () => string
  /** Whether a word stands in it as names do. */
  isCapitalised: (word: string) => boolean
}

/** Reads texts for the terms of a subject. */
export class SubjectReader {
  readonly #terms: SubjectTerms
  readonly #shortForms: readonly ShortForm[]
  readonly #time: SubjectTime | undefined
  readonly #wanted: WantedTerms
  readonly #passages = new KeptByPlace<Passage>()
  /** The names that stand somewhere in a document. */
  readonly #written = new WeakMap<SourceDocument, ReadonlySet<string>>()

  constructor(terms: SubjectTerms, shortForms: readonly ShortForm[] = [], time?: SubjectTime) {
    const { weights, names, things, language } = terms
    this.#terms = terms
    this.#shortForms = shortForms
    this.#time = time
    const others = [...names.flatMap((name) => name.terms), ...things.flatMap((thing) => [...thing])]
    this.#wanted = new WantedTerms(new Set([...weights.keys(), ...others, ...(time?.terms ?? [])]), language)
  }

  /** Those that a short text writes. */
  wordsIn(text: string): ReadonlySet<string> {
    return this.#wanted.in(text)
  }

  /** The same of several texts, and those of each name that is written by its initials. */
  heldIn(texts: readonly string[]): ReadonlySet<string> {
    const [first, ...others] = texts.map((text) => this.#withShort(this.#wanted.in(text), () => text))
    return others.reduce((all, held) => all.union(held), first ?? new Set<string>())
  }

  /** Those that a document writes between two places, each as often as it stands there. */
  termsBetween(document: SourceDocument, start: number, end: number): string[] {
    return this.#wanted.between(document, Math.max(0, start), end).map(({ term }) => term)
  }

  /** The terms of what stands round a sentence and over it, and those of the names that stand there. */
  passageOf(quotation: Quotation): Passage {
    return this.#passages.of(quotation, ({ document, start, end, block }) => {
      const [from, to] = [Math.max(0, start - BEFORE), end + AFTER]
      const over = [document.title, ...(block?.path ?? [])].join('\n')
      const around = this.#wanted.between(document, from, to)
      // Few names need more than the terms of the text that they stand in.
      let text: string | undefined
      const read = () => {
        text ??= [over, document.text.slice(from, to)].join('\n')
        return text
      }
      const own = this.#wanted.in(over).union(new Set(around.map(({ term }) => term)))
      const held = this.#withShort(own, read)
      const isCapitalised = (word: string) =>
        around.some(({ term, isSmall }) => term === word && !isSmall) ||
        isCapitalisedIn(over, word, this.#terms.language)
      const names = this.#terms.names.filter((name) => this.#isNamed(name, { document, read, held, isCapitalised }))
      return { held, named: names.flatMap(({ terms }) => terms) }
    })
  }

  #isNamed(
    { written, terms: own, heaviest, pattern }: SubjectName,
    { document, read, held, isCapitalised }: ReadPassage,
  ): boolean {
    const period = this.#time?.periodOf(written)
    if (period) {
      const { year = Number.NaN } = document
      const isOfItsTime = year >= period.from && year <= period.to
      const isTold = held.has(heaviest) || coverage(held, period.company) >= COMPANY
      return read().includes(written) || (isOfItsTime && isTold)
    }
    if (held.has(heaviest) && this.#namesIn(document).has(written)) return true
    if (!own.every((term) => held.has(term))) return false
    // Apart from the others and written small a word is of something else.
    return own.length < 2 || pattern.test(read()) || isCapitalised(heaviest)
  }

  #namesIn(document: SourceDocument): ReadonlySet<string> {
    const known = this.#written.get(document)
    if (known) return known
    const text = document.text.slice(0, LOOKED_THROUGH)
    const found = new Set(this.#terms.names.flatMap(({ written }) => (text.includes(written) ? [written] : [])))
    this.#written.set(document, found)
    return found
  }

  #withShort(own: ReadonlySet<string>, read: () => string): ReadonlySet<string> {
    // "EU" stands for all words of the name.
    const short = [
      ...this.#terms.names.filter(({ initials }) => initials?.test(read())),
      ...this.#shortForms.filter(({ written }) => written.test(read())),
    ]
    return short.length > 0 ? own.union(new Set(short.flatMap(({ terms }) => terms))) : own
  }
}

/** UTF-16 units of a document in which the names of a subject are looked for. */
const LOOKED_THROUGH = 500_000

/** Whether a word stands in a text as names do. */
function isCapitalisedIn(text: string, word: string, language: Language): boolean {
  return terms(text, language).some(({ term, raw }) => term === word && !/^\p{Ll}/u.test(raw))
}
