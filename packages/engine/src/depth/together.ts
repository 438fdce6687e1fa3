import type { Term } from '#language/terms.ts'
import type { ParsedQuestion } from '#question/parse-question.ts'
import type { ReadingGoal } from '#question/question.ts'
import { weightOf, weightOfPair } from '#question/weights.ts'

type Worded = Pick<ParsedQuestion, 'pairs' | 'phrases'>
type Goal = Pick<ReadingGoal, 'weights' | 'discounts' | 'terms'>

/** Words that carry meaning, between two that make one thing: "four essential human freedoms". */
const MOST_BETWEEN = 2

/**
 * The pairs of terms that make one thing in a question: they stand side by side ("public debt"), or in a name with small
 * words between ("War on Poverty"); by what the lesser of the two weighs.
 */
function pairsOf({ pairs, phrases }: Worded, { weights, discounts }: Goal): Map<string, number> {
  const together = pairs.filter(({ apart, nameBegins }) => apart === 1 && !nameBegins)
  const inNames = phrases.flatMap((phrase) => {
    const asked = phrase.split(' ').filter((term) => weights.has(term))
    return asked.slice(1).map((other, i) => ({ one: asked[i] ?? '', other }))
  })
  const telling = [...together, ...inNames].filter(({ one, other }) => !discounts.has(one) && !discounts.has(other))
  return new Map(telling.map((pair) => [`${pair.one} ${pair.other}`, weightOfPair(pair, weights)]))
}

/**
 * Tells how much of the subject a text holds in one piece, the share of its pairs of terms by weight, 0 to 1: "war on
 * poverty" holds it, "the war …, poverty" only its words.
 */
export function togetherIn(question: Worded, goal: Goal): (text: string) => number {
  const pairs = pairsOf(question, goal)
  const total = weightOf(pairs.keys(), pairs)
  if (total <= 0) return () => 0
  const seconds = new Set(
    [...pairs.keys()].flatMap((pair) => [...pair.matchAll(/ /g)].map(({ index }) => pair.slice(index + 1))),
  )
  return (text) => {
    const held = new Map<string, number>()
    const content = goal.terms(text).filter(({ stop }) => !stop)
    for (let at = 1; at < content.length; at += 1) {
      const { term } = content[at] as Term
      if (!seconds.has(term)) continue
      for (let gap = 0; gap <= MOST_BETWEEN && gap < at; gap += 1) {
        const pair = `${(content[at - gap - 1] as Term).term} ${term}`
        const weight = pairs.get(pair)
        if (weight !== undefined) held.set(pair, Math.max(held.get(pair) ?? 0, weight / (1 + gap)))
      }
    }
    return weightOf(held.keys(), held) / total
  }
}
