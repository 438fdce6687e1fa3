import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReasoningLevel } from '@deep-research/sdk/contract'
import { afterAll, expect, test } from 'vitest'
import { type Budget, budgetFor } from '../src/budget.ts'
import type { Heads } from '../src/evidence/head.ts'
import { HEADS } from '../src/judge/fitted-heads.ts'
import floors from './data/small/floors.json' with { type: 'json' }
import { askSmallSet, type Changes, fallen } from './small-set.ts'

const folder = mkdtempSync(join(tmpdir(), 'small-set-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Every feature of a head, by what it measures. */
const GROUPS: Readonly<Record<keyof Heads, Readonly<Record<string, string>>>> = {
  sentence: {
    'what it is worth in its document':
      'terms telling rarest part title before after fits length scrap question unfinished',
    'how well it answers': 'held around pairs fitsAnywhere opens',
  },
  lead: {
    'what it says':
      'worth document found fitsFirst may who reason together adjacent amount attribute named unclear value bound contraryBound finished subjectFirst asks instructs words early scrap refersOn signature',
    'what is shown':
      'headed headedOnly headingAgrees titleAgrees entry typed joined stranger outdated above shown beyond own supports typing complete lacks begins order code codeCut codeUnasked row items',
  },
  document: {
    'how much of the question it holds, and its best sentence':
      'support bestSupport coverage fills title titleIsAsked heading sentence terms bestTerms worth bestWorth bestScore bestScoreCubed ahead bias',
    'how it was found, and whose it is':
      'question part foundByQuestion foundByPart expansion link residual origin ofNamedOrigin ofNamedDate ofAnotherDate firstOfOrigin',
  },
  answered: {
    'support, the best sentence and names':
      'support probability fewPassages held headed apart length namesHeld otherOrigin unfit hasNames namesOrigin unknownSource phrasesMissing',
  },
}

/** Features of runs with embeddings or a reranker, which this set is asked without; `meaning.test.ts` holds their weights. */
const OF_MODELS = ['near', 'near (named)', 'reranked']

/** What counts only where a question asks for what is not, what is newest, an option, a way, a default, what a thing is, or a difference; `understood.test.ts` holds it. */
const OF_FEW_QUESTIONS = [
  'denies',
  'age',
  'option',
  'aside',
  'purpose',
  'defaultAmount',
  'defines',
  'introduces',
  'outright',
  'sides',
  'objectMissing',
  'nameNowhere',
  'unspoken',
]

const groupOf = (head: keyof Heads, feature: string) =>
  Object.entries(GROUPS[head]).find(([, names]) => names.split(' ').includes(feature.replace(' (named)', '')))?.[0]

/** The heads with one group of weights scaled. */
function scaled(head: keyof Heads, group: string, factor: number): Heads {
  const weights = Object.entries(HEADS[head].weights).map(([feature, weight]): [string, number] => [
    feature,
    groupOf(head, feature) === group ? factor * weight : weight,
  ])
  return { ...HEADS, [head]: { ...HEADS[head], weights: Object.fromEntries(weights) } }
}

/** What falls at the first of some levels at which anything does. */
async function fallenAt(levels: readonly ReasoningLevel[], changes: Changes): Promise<string[]> {
  for (const level of levels) {
    const found = fallen(await askSmallSet(folder, level, changes), floors[level])
    if (found.length > 0) return found
  }
  return []
}

test.each(['low', 'medium', 'high'] as const)('at level %s no score is below its floor', async (level) => {
  const scores = await askSmallSet(folder, level)
  expect({ scores, fallen: fallen(scores, floors[level]) }).toEqual({ scores, fallen: [] })
})

const heads = Object.keys(GROUPS) as (keyof Heads)[]

test.each(heads)('every weight of the head "%s" is in a group', (head) => {
  const known = (feature: string) =>
    [...OF_MODELS, ...OF_FEW_QUESTIONS].includes(feature) || groupOf(head, feature) !== undefined
  expect(Object.keys(HEADS[head].weights).filter((feature) => !known(feature))).toEqual([])
})

const groups = heads.flatMap((head) => Object.keys(GROUPS[head]).map((group) => ({ head, group })))

/**
 * Most of this set needs one document: weights of what leads to others are felt from four times as much on. So are those of how
 * well a sentence answers, as the passage that it opens is measured, too.
 */
const FELT_FROM: Readonly<Record<string, number>> = { 'how it was found, and whose it is': 4, 'how well it answers': 4 }

test.each(groups)('half or twice the weights of "$head", $group, falls below a floor', async ({ head, group }) => {
  for (const factor of [1 / 2, FELT_FROM[group] ?? 2])
    expect({
      factor,
      fallen: await fallenAt(['high', 'medium', 'low'], { heads: scaled(head, group, factor) }),
    }).not.toEqual({
      factor,
      fallen: [],
    })
})

const scaledBudget = (name: keyof Budget, factor: number) => (level: ReasoningLevel) => {
  const budget = budgetFor(level)
  return { ...budget, [name]: factor * budget[name] }
}

test.each([
  ['low', 'sentencesADocument', [1 / 2, 2]],
  ['low', 'recallWeight', [2]],
  ['low', 'further', [1 / 2]],
  ['medium', 'further', [1 / 2]],
  ['medium', 'sentencesADocument', [1 / 2, 2]],
  ['medium', 'recallWeight', [2]],
  ['high', 'sentencesADocument', [1 / 2]],
  ['high', 'recallWeight', [2]],
] as const)('at level %s another %s falls below a floor', async (level, name, factors) => {
  for (const factor of factors)
    expect(await fallenAt([level], { budgetOf: scaledBudget(name, factor) })).not.toEqual([])
})
