import type { Part } from '../bench/data-set.ts'
import { budgetFor } from '../src/budget.ts'
import { type Head, logOdds, probabilityOf, weigh } from '../src/evidence/head.ts'
import { worthCiting } from '../src/judge/relevance.ts'
import type { Case, Group } from './examples.ts'
import { answeredOdds } from './heads.ts'

export type Scores = Record<string, number>

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const rounded = (scores: Scores): Scores =>
  Object.fromEntries(
    Object.entries(scores).flatMap(([name, value]) => (Number.isNaN(value) ? [] : [[name, Number(value.toFixed(4))]])),
  )
const of = <Item extends { part: Part }>(items: readonly Item[], part: Part) =>
  items.filter((item) => item.part === part)

/** Of the documents found: how often the likeliest is needed, and what would be cited at the level `high`. */
export function scoreDocuments(head: Head, groups: readonly Group[], part: Part): Scores {
  const { recallWeight, documents } = budgetFor('high')
  const scored = of(groups, part)
    .filter(({ right }) => right.some(Boolean))
    .map(({ features, right }) => {
      const all = features.map((each, i) => ({
        probability: probabilityOf(logOdds(head, each)),
        right: right[i] === true,
      }))
      const loss = all.reduce(
        (sum, each) => sum - Math.log(Math.max(1e-9, each.right ? each.probability : 1 - each.probability)),
        0,
      )
      all.sort((a, b) => b.probability - a.probability)
      const count = worthCiting(all, recallWeight, documents).length
      const found = all.slice(0, count).filter((each) => each.right).length
      const needed = right.filter(Boolean).length
      return { loss, first: Number(all[0]?.right), recall: found / needed, f1: (2 * found) / (needed + count) }
    })
  const metric = (name: 'loss' | 'first' | 'recall' | 'f1') => mean(scored.map((each) => each[name]))
  return rounded({
    questions: scored.length,
    loss: metric('loss'),
    first: metric('first'),
    recall: metric('recall'),
    f1: metric('f1'),
  })
}

/** How often the best sentence is right. */
export function scoreChoices(head: Head, groups: readonly Group[], part: Part): Scores {
  const firsts = of(groups, part).map(({ features, right }) => {
    const odds = features.map((each) => weigh(head, each))
    return Number(right[odds.indexOf(Math.max(...odds))])
  })
  return rounded({ choices: firsts.length, first: mean(firsts) })
}

/** Of questions with an answer and without: how many are taken for answered, and how well the two are told apart. */
export function scoreAnswered(head: Head, cases: readonly Case[], part: Part): Scores {
  const own = of(cases, part)
  const odds = (answerable: boolean) =>
    own.filter((each) => each.answerable === answerable && each.real).map((each) => answeredOdds(head, each))
  const yes = odds(true)
  const no = odds(false)
  const apart = yes.flatMap((a) => no.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)))
  return rounded({
    answerable: yes.length,
    answered: mean(yes.map((each) => Number(each >= 0))),
    unanswerable: no.length,
    abstained: mean(no.map((each) => Number(each < 0))),
    told_apart: mean(apart),
  })
}
