import type { Features } from '#evidence/head.ts'
import { nearness } from '#judge/closest.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { COUNTING_WORD } from '#language/number-words.ts'
import type { Question } from '#question/question.ts'
import { coverage } from '#question/weights.ts'

const anyOf = (patterns: readonly string[]) => `(?:${patterns.join('|')})`

/** "To turn it off, …", "In case you want to find out when …": what the rest of the sentence is for, up to the next mark. */
const PURPOSE = new RegExp(
  `(?:^|[.;:,(—–-]\\s+|\\b(?:by|and|or|used|useful|it|this)\\s+)${anyOf(marks.purpose)}\\s+([^.,:;]{8,})`,
  'giu',
)
/** Asks for a number: "how often", "the largest". */
const ASKS_FOR_AMOUNT = new RegExp(`\\b${anyOf(marks.asksForAmount)}\\b`, 'i')
/** Asks for what is so unless something else is set. */
const ASKS_FOR_DEFAULT = new RegExp(`\\b${anyOf(marks.asksForDefault)}`, 'i')
/** A number, in digits or words, that is no year; "one" is said of anything. */
const NUMBER = new RegExp(
  `(?<![\\d.,])(?!(?:1[5-9]|20)\\d\\d(?!\\d|[.,]\\d))\\d|\\b(?!one\\b)(?:${COUNTING_WORD})\\b`,
  'i',
)
/** "(default: 2000ms)", "at most 10 by default". */
const DEFAULT_AMOUNT = /\bdefault\p{L}*\b[^.;]{0,60}?\d|\d[^.;]{0,30}\bby default\b/iu

/** Measures a sentence by what the question asks for: a way, an amount, words that belong together. */
export function askedFeatures(
  { text, kind, pairs, goal }: Question,
  asksForCode: boolean,
): (quote: string) => Features {
  const asksForWay = kind === 'how' || asksForCode
  const asksForAmount = ASKS_FOR_AMOUNT.test(text)
  const asksForDefault = asksForAmount && ASKS_FOR_DEFAULT.test(text)
  const share = (clause: string) =>
    coverage(new Set(goal.terms(clause).flatMap(({ term, stop }) => (stop ? [] : [term]))), goal.weights)
  return (quote) => ({
    /** How much of the question stands in a clause that says what something is for, where a way is asked for. */
    purpose: asksForWay ? Math.max(0, ...Array.from(quote.matchAll(PURPOSE), ([, clause = '']) => share(clause))) : 0,
    /** Holds a number, but for years, where one is asked for. */
    amount: Number(asksForAmount && NUMBER.test(quote)),
    /** Says which number is the default, where that is asked for. */
    defaultAmount: Number(asksForDefault && DEFAULT_AMOUNT.test(quote)),
    /** How near to each other the words stand in it that are neighbours in the question. */
    adjacent: nearness(pairs, goal.weights, goal.terms(quote), []),
  })
}
