import marks from '#language/data/answer-marks.json' with { type: 'json' }
import { MONTHS } from '#language/dates.ts'
import type { Language } from '#language/language.ts'
import { COUNTING_WORD } from '#language/number-words.ts'
import { type Quantity, quantities } from '#language/numbers.ts'
import type { Span } from '#language/span.ts'
import { contentTerms, type Term } from '#language/terms.ts'
import { alternatives } from '#language/word-list.ts'
import { YEAR } from '#language/years.ts'

/** What a sentence must hold to answer a question. */
export interface Needs {
  /** How well a sentence fits: 1 where it shows what is asked for, 0 where it does not, between them where it may. */
  fits: (sentence: string) => number
  /** Whether it could hold the answer at all; always so where the answer asked for shows no mark. */
  mayHold: (sentence: string) => boolean
}

/** What is to be known of a question to say what it needs. */
export interface AskedFor {
  text: string
  language: Language
  terms: readonly string[]
  /** The terms of a sentence; the same sentences are asked for again and again. */
  termsOf: (sentence: string) => readonly Term[]
}

export type NeedsOf = (asked: AskedFor) => Needs

const always = () => true
const HAS_CASE = /\p{Ll}/u

/** Nothing that a sentence would show. */
export const anything: NeedsOf = () => ({ fits: () => 0, mayHold: always })

const DATE = new RegExp(
  `\\b${YEAR}(?!\\d)|\\b(?:${alternatives([...MONTHS, ...marks.month])})\\b|\\b\\d{1,2}\\.? (?:de )?(?:${alternatives(marks.monthAfterDay)})|\\d年`,
)

/** A year or a month, for "when". */
export const aDate: NeedsOf = () => ({
  fits: (sentence) => Number(DATE.test(sentence)),
  mayHold: (sentence) => DATE.test(sentence),
})

const NUMBER = new RegExp(`\\d|\\b(?:${COUNTING_WORD})\\b`, 'i')

/** "(p. 122)", "Section 8.1": where to read on. */
const REFERENCE = /\(?\b(?:p\.|page|section|chapter|figure) ?\d[\d.]*\)?/giu

/** A sentence without the numbers of pages and sections, which count nothing. */
const withoutReferences = (sentence: string): string => sentence.replace(REFERENCE, '')

/** A count or a measure, for "how many": "1968" alone is a year, and "the 1960s" is a time. */
export const aCount: NeedsOf = ({ language }) => {
  const isCount = ({ kind, unit }: Quantity) => kind === 'number' && unit !== 'decade'
  const counts = (sentence: string) =>
    NUMBER.test(sentence) && (language !== 'en' || quantities(withoutReferences(sentence)).some(isCount))
  const mayHold = (sentence: string) => !HAS_CASE.test(sentence) || counts(sentence)
  return { fits: (sentence) => Number(counts(sentence)), mayHold: language === 'en' ? mayHold : always }
}

const REASON = new RegExp(
  `\\b(?:${marks.reason.en.join('|')})|(?<!\\p{L})(?:${marks.reason.spaced.join('|')})(?!\\p{L})|${marks.reason.unspaced.join('|')}`,
  'iu',
)

const shows =
  (mark: RegExp): NeedsOf =>
  () => ({ fits: (sentence) => Number(mark.test(sentence)), mayHold: always })

/** A word of cause, for "why". */
export const aReason = shows(REASON)

/** A word of means, for "how". */
export const aManner = shows(new RegExp(`\\b(?:${marks.manner.join('|')})\\b`, 'i'))

const CAPITALISED = /(?<=[\p{L}\p{N},;:)"”’]\s)\p{Lu}[\p{L}\p{M}'’-]+/gu

/** 1 where a name stands in a sentence that the question does not hold: what "who" and "where" ask for. */
const aName =
  (narrows: boolean): NeedsOf =>
  ({ terms, language }) => {
    const asked = new Set(terms)
    const isAnother = ([name]: readonly string[]) => contentTerms(name ?? '').difference(asked).size > 0
    const fits = (sentence: string) => Number([...sentence.matchAll(CAPITALISED)].some(isAnother))
    const mayHold = (sentence: string) => !HAS_CASE.test(sentence) || fits(sentence) > 0
    return { fits, mayHold: narrows && language === 'en' ? mayHold : always }
  }

export const aPlace = aName(false)
export const aPerson = aName(true)

const COPULA = new RegExp(
  `^[\\s,"”’]*(?:\\([^)]*\\)[\\s,]*)?(?:\\p{L}+ ){0,2}?(?:${marks.copula.join('|')})(?![\\p{Script=Latin}\\p{Script=Cyrillic}])`,
  'iu',
)

/** 1 where the subject opens the sentence and "is", "means" or the like follows; less where that comes later. */
export const aDefinition: NeedsOf = ({ terms, termsOf }) => {
  const subject = new Set(terms)
  return {
    mayHold: always,
    fits(sentence) {
      const all = termsOf(sentence)
      const found = all.map((_, at) => subjectAt(all, at, subject))
      return Math.max(0, ...found.map((place) => (place ? definitionAt(place, sentence) : 0)))
    },
  }
}

/** A definition opens its sentence: the subject stands within its first line. */
const OPENING_LINE = 80

/** "This lock is new" is said of one, and not of what a lock is. */
const OF_ONE = /\b(?:my|our|that|these|this|those|your)\s+$/i

/** 1 for "the subject is …"; half where that comes late, a quarter where the subject is only named. */
function definitionAt({ start, end }: Span, sentence: string): number {
  const rest = sentence.slice(end)
  if (!COPULA.test(rest) || OF_ONE.test(sentence.slice(0, start))) return 1 / 4
  return start > OPENING_LINE ? 1 / 2 : 1
}

/** The subject's terms side by side from a place on, with no more than function words between them. */
function subjectAt(all: readonly Term[], at: number, subject: ReadonlySet<string>): Span | undefined {
  const left = new Set(subject)
  const first = all[at]
  for (const { term, stop, end } of all.slice(at)) {
    if (!left.delete(term) && !stop) return undefined
    if (left.size === subject.size) return undefined
    if (left.size === 0) return first && { start: first.start, end }
  }
  return undefined
}
