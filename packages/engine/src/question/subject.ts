import { isCapitalised } from '#language/entities.ts'
import type { Term } from '#language/terms.ts'
import type { ParsedQuestion } from './parse-question.ts'
import type { ReadingGoal } from './question.ts'

type Worded = Pick<ParsedQuestion, 'text' | 'phrases'>
type Goal = Pick<ReadingGoal, 'weights' | 'discounts' | 'terms'>

/** Words that carry meaning, between two that make one thing: "four essential human freedoms". */
const MOST_BETWEEN = 2

/**
 * The pairs of terms that make one thing in a question: they stand side by side ("public debt"), or in a name with small
 * words between ("War on Poverty"); by what the lesser of the two weighs.
 */
function pairsOf(question: Worded, { weights, discounts, terms }: Goal) {
  const pairs = new Map<string, number>()
  const add = (one: string, other: string) => {
    if (discounts.has(one) || discounts.has(other)) return
    pairs.set(`${one} ${other}`, Math.min(weights.get(one) ?? 0, weights.get(other) ?? 0))
  }
  let last: Term | undefined
  for (const each of terms(question.text)) {
    const asked = !each.stop && weights.has(each.term)
    // A name begins something of its own: "the demon Lilu".
    const begins = last && isCapitalised(each.raw) && !isCapitalised(last.raw)
    if (asked && last && !begins) add(last.term, each.term)
    last = asked ? each : undefined
  }
  for (const phrase of question.phrases) {
    const asked = phrase.split(' ').filter((term) => weights.has(term))
    asked.slice(1).forEach((term, i) => {
      add(asked[i] ?? '', term)
    })
  }
  return pairs
}

/**
 * Tells how much of the subject a text holds in one piece, the share of its pairs of terms by weight, 0 to 1: "war on
 * poverty" holds it, "the war …, poverty" only its words.
 */
export function togetherIn(question: Worded, goal: Goal): (text: string) => number {
  const pairs = pairsOf(question, goal)
  const total = [...pairs.values()].reduce((sum, weight) => sum + weight, 0)
  return (text) => {
    const held = new Map<string, number>()
    const content = goal.terms(text).filter(({ stop }) => !stop)
    for (const [at, { term }] of content.entries()) {
      const before = content.slice(Math.max(0, at - MOST_BETWEEN - 1), at).reverse()
      for (const [gap, other] of before.entries()) {
        const pair = `${other.term} ${term}`
        if (pairs.has(pair)) held.set(pair, Math.max(held.get(pair) ?? 0, 1 / (1 + gap)))
      }
    }
    let sum = 0
    for (const [pair, share] of held) sum += share * (pairs.get(pair) ?? 0)
    return total > 0 ? sum / total : 0
  }
}
