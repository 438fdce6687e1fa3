import marks from '#language/data/answer-marks.json' with { type: 'json' }
import { names } from '#language/entities.ts'
import type { Language } from '#language/language.ts'
import { type Quantity, quantities } from '#language/numbers.ts'
import { contentTerms, type Term } from '#language/terms.ts'
import { wordList } from '#language/word-list.ts'
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

const anyOf = (lines: readonly string[]) => [...wordList(lines)].join('|')
const DATE = new RegExp(
  `\\b${YEAR}(?!\\d)|\\b(?:${anyOf(marks.month)})\\b|\\b\\d{1,2}\\.? (?:de )?(?:${anyOf(marks.monthAfterDay)})|\\d年`,
)

/** A year or a month, for "when". */
export const aDate: NeedsOf = () => ({
  fits: (sentence) => Number(DATE.test(sentence)),
  mayHold: (sentence) => DATE.test(sentence),
})

const NUMBER = /\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|thousand|million|billion)\b/i
const LENGTHS = wordList(marks.lengthUnit)
const TIMES = wordList(marks.timeUnit)
const MEASURE = /\bhow (long|far|tall|high|wide|deep)\b/i

/** A count or a measure; "1968" alone is a year, and "the 1960s" is a time. */
const isCount = ({ kind, unit }: Quantity) => kind === 'number' && unit !== 'decade'

/** A number that is no year for "how many", one with a unit of length for "how tall". */
export const aCount: NeedsOf = ({ text, language }) => {
  const measure = MEASURE.exec(text)?.[1]?.toLowerCase()
  const isMeasure = (unit: string) =>
    measure === undefined || LENGTHS.has(unit) || (measure === 'long' && TIMES.has(unit))
  const holds = (sentence: string) =>
    !HAS_CASE.test(sentence) || quantities(sentence).some((each) => isCount(each) && isMeasure(each.unit))
  return { fits: (sentence) => Number(NUMBER.test(sentence)), mayHold: language === 'en' ? holds : always }
}

const REASON =
  /\b(because|due to|owing to|in order to|so that|reason|cause[ds]?|led to|result(ed|s)? (in|from)|purpose|justif)|(?<![\p{L}])(weil|denn|deshalb|daher|wegen|aufgrund|porque|debido a|a causa de|parce qu|en raison|à cause|perché|poiché|omdat|want|vanwege|потому|поскольку|так как|из-за|чтобы)(?![\p{L}])|因为|因為|由于|由於|因此|为了|為了/iu
/** May tell a reason, and often does not: "since" is of time, too. */
const MAY_BE_REASON = /\b(since|therefore|thus|necessity|hence|for the sake|so as to)\b/i

/** A word of cause, for "why". */
export const aReason: NeedsOf = () => ({
  fits: (sentence) => (REASON.test(sentence) ? 1 : Number(MAY_BE_REASON.test(sentence)) / 2),
  mayHold: always,
})

const MANNER = /\b(by|through|via|using|means of|process|method|in order to)\b/i

/** A word of means, for "how". */
export const aManner: NeedsOf = () => ({ fits: (sentence) => Number(MANNER.test(sentence)), mayHold: always })

const CAPITALISED = /(?<=[\p{L}\p{N},;:)"”’]\s)\p{Lu}[\p{L}\p{M}'’-]+/gu

/** 1 where a name stands in a sentence that the question does not hold. */
function namesAnother({ terms }: AskedFor): (sentence: string) => number {
  const asked = new Set(terms)
  return (sentence) => {
    for (const [name] of sentence.matchAll(CAPITALISED))
      for (const term of contentTerms(name)) if (!asked.has(term)) return 1
    return 0
  }
}

/** A name that the question does not hold, for "where". */
export const aPlace: NeedsOf = (asked) => ({ fits: namesAnother(asked), mayHold: always })

const TITLED = new RegExp(`\\b(?:${anyOf(marks.title)})\\.? \\p{Lu}`, 'u')
const JOINED = /\p{Lu}\p{L}+ (?:de|da|di|du|la|le|van|von|der|den|bin|al|el) (?:\p{Ll}+ )?\p{Lu}/u

/** The name of a person that the question does not hold, for "who". */
export const aPerson: NeedsOf = (asked) => {
  const { language, terms, termsOf } = asked
  const held = new Set(terms)
  const holds = (sentence: string) =>
    !HAS_CASE.test(sentence) ||
    TITLED.test(sentence) ||
    JOINED.test(sentence) ||
    names(sentence, termsOf(sentence)).some(
      (name) => name.words.length > 1 && !name.terms.some((term) => held.has(term)),
    )
  return { fits: namesAnother(asked), mayHold: language === 'en' ? holds : always }
}

const COPULA =
  /^[\s,"”’]*(?:\([^)]*\)[\s,]*)?(?:\p{L}+ ){0,2}?(?:is|are|was|were|means?|refers? to|denotes?|declares?|consists? of|stands? for|ist|sind|war|waren|bedeutet|es|son|era|fue|significa|est|sont|était|это|является|—|是|指)(?![\p{Script=Latin}\p{Script=Cyrillic}])/iu
/** What is told of a subject rather than what it is: "is embarrassed", "was in force". English. */
const TOLD =
  /^[\s,"”’]*(?:\p{L}+ ){0,2}?(?:is|are|was|were) (?:(?:not|now|also|still|then|again|already|being|been|\p{L}+ly) )*(?!(?:defined|called|known|named|termed|described|considered|composed|located|situated|used|designed|based)\b)(?:\p{L}{2,}ed|\p{L}{3,}ing|in|on|at|to|of|under|before|due|about|made|done|given|found|held|sent|brought|not)\b/iu
/** 1 where the subject opens the sentence and "is", "means" or the like follows; less where that comes later or tells. */
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

/** 1 for "the subject is …"; half where that comes late or tells what befell it, a quarter where the subject is only named. */
function definitionAt({ start, end }: { start: number; end: number }, sentence: string): number {
  const rest = sentence.slice(end)
  if (!COPULA.test(rest)) return 1 / 4
  return start > OPENING_LINE || TOLD.test(rest) ? 1 / 2 : 1
}

/** The subject's terms side by side from a place on, with no more than function words between them. */
function subjectAt(
  all: readonly Term[],
  at: number,
  subject: ReadonlySet<string>,
): { start: number; end: number } | undefined {
  const left = new Set(subject)
  const first = all[at]
  for (const { term, stop, end } of all.slice(at)) {
    if (!left.delete(term) && !stop) return undefined
    if (left.size === subject.size) return undefined
    if (left.size === 0) return first && { start: first.start, end }
  }
  return undefined
}
