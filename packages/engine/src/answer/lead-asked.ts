import type { Features } from '#evidence/head.ts'
import { nearness } from '#judge/closest.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { contentIn } from '#language/terms.ts'
import type { Question } from '#question/question.ts'
import { coverage } from '#question/weights.ts'

const anyOf = (patterns: readonly string[]) => `(?:${patterns.join('|')})`

/** "To turn it off, …", "In case you want to find out when …": what the rest of the sentence is for, up to the next mark. */
const PURPOSE = new RegExp(
  `(?:^|[.;:,(—–-]\\s+|\\b(?:by|and|or|used|useful|it|this)\\s+)${anyOf(marks.purpose)}\\s+([^.,:;]{8,})`,
  'giu',
)
/** Who asks whether something can be done wants to know how. */
const ASKS_WHETHER_ONE_CAN =
  /^\W*(?:can|could|may) (?:i|one|we|you)\b|\bis (?:it possible|there (?:an? |any )?(?:\p{L}+ )?(?:option|possibility|way))\b/iu
/** Measures a sentence by what the question asks for: a way, words that belong together. */
export function askedFeatures(
  { text, kind, pairs, goal }: Question,
  asksForCode: boolean,
): (quote: string) => Features {
  const wantsWay = kind === 'how' || asksForCode || ASKS_WHETHER_ONE_CAN.test(text)
  const share = (clause: string) => coverage(contentIn(goal.terms(clause)), goal.weights)
  return (quote) => ({
    /** How much of the question stands in a clause that says what something is for, where a way is asked for. */
    purpose: wantsWay ? Math.max(0, ...Array.from(quote.matchAll(PURPOSE), ([, clause = '']) => share(clause))) : 0,
    /** How near to each other the words stand in it that are neighbours in the question. */
    adjacent: nearness(pairs, goal.weights, goal.terms(quote), []),
  })
}
