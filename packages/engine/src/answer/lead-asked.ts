import type { Features } from '#evidence/head.ts'
import { nearness } from '#judge/closest.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { COUNTING_WORD } from '#language/number-words.ts'
import { contentIn } from '#language/terms.ts'
import { withoutReferences } from '#question/needs.ts'
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
/** "How does it decide how long to wait" asks for a way. */
const ASKS_FOR_WAY = /^\W*how (?:can|could|did|do|does|is|should|to)\b/i
/** Who asks whether something can be done wants to know how. */
const ASKS_WHETHER_ONE_CAN =
  /^\W*(?:can|could|may) (?:i|one|we|you)\b|\bis (?:it possible|there (?:an? |any )?(?:\p{L}+ )?(?:option|possibility|way))\b/iu
/** Asks for what is so unless something else is set. */
const ASKS_FOR_DEFAULT = new RegExp(`\\b${anyOf(marks.asksForDefault)}`, 'i')
/** A number, in digits or words, that is no year; "one" is said of anything. */
const NUMBER = new RegExp(
  `(?<![\\d.,])(?!(?:1[5-9]|20)\\d\\d(?!\\d|[.,]\\d))\\d|\\b(?!one\\b)(?:${COUNTING_WORD})\\b`,
  'i',
)
/** UTF-16 units of a passage in which a number is that of what it begins with. */
const READ_FIRST = 300
/** Of what says which number is the default, where only a number is asked for. */
const UNASKED_DEFAULT = 0.5
/** "(default: 2000ms)", "at most 10 by default"; the digits of a name are no amount. */
const DEFAULT_AMOUNT = /\bdefault\p{L}*\b[^.;\n]{0,60}?(?<![\p{L}\p{N}_])\d|\d[^.;]{0,30}\bby default\b/iu

/** Measures a sentence by what the question asks for: a way, an amount, words that belong together. */
export function askedFeatures(
  { text, kind, pairs, goal }: Question,
  asksForCode: boolean,
): (quote: string, shown: string) => Features {
  const wantsWay = kind === 'how' || asksForCode || ASKS_WHETHER_ONE_CAN.test(text)
  // Who asks how to limit something, or how two limits differ, wants to be told no number.
  const asksForAmount = ASKS_FOR_AMOUNT.test(text) && !ASKS_FOR_WAY.test(text) && kind !== 'comparison'
  const asksForDefault = asksForAmount && ASKS_FOR_DEFAULT.test(text)
  const share = (clause: string) => coverage(contentIn(goal.terms(clause)), goal.weights)
  return (quote, shown) => {
    const saysDefault =
      asksForAmount &&
      (DEFAULT_AMOUNT.test(shown.slice(0, READ_FIRST)) || DEFAULT_AMOUNT.test(quote.slice(0, READ_FIRST)))
    return {
      /** How much of the question stands in a clause that says what something is for, where a way is asked for. */
      purpose: wantsWay ? Math.max(0, ...Array.from(quote.matchAll(PURPOSE), ([, clause = '']) => share(clause))) : 0,
      /** Holds a number, but for years, where one is asked for. */
      amount: Number(saysDefault || (asksForAmount && NUMBER.test(withoutReferences(quote)))),
      /** Says which number is the default, where that is asked for; a number that is asked for otherwise is often one. */
      defaultAmount: saysDefault ? (asksForDefault ? 1 : UNASKED_DEFAULT) : 0,
      /** How near to each other the words stand in it that are neighbours in the question. */
      adjacent: nearness(pairs, goal.weights, goal.terms(quote), []),
    }
  }
}
