import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReasoningLevel } from '@deep-research/sdk/contract'
import { afterAll, expect, test } from 'vitest'
import { type Budget, budgetFor } from '../src/budget.ts'
import floors from './data/small/floors.json' with { type: 'json' }
import { askSmallSet, fallen } from './small-set.ts'

const folder = mkdtempSync(join(tmpdir(), 'small-set-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const LEVELS: readonly ReasoningLevel[] = ['low', 'medium', 'high']

test.each(LEVELS)('at level %s no score is below its floor', async (level) => {
  const scores = await askSmallSet(folder, level)
  expect({ scores, fallen: fallen(scores, floors[level]) }).toEqual({ scores, fallen: [] })
})

const scaled = (name: keyof Budget, factor: number) => (level: ReasoningLevel) => {
  const budget = budgetFor(level)
  return { ...budget, [name]: factor * budget[name] }
}

test.each([
  ['low', 'sentencesADocument', [1 / 2, 2]],
  ['low', 'recallWeight', [1 / 2, 2]],
  ['medium', 'sentencesADocument', [1 / 2, 2]],
  ['medium', 'recallWeight', [2]],
  ['high', 'sentencesADocument', [1 / 2, 2]],
  ['high', 'recallWeight', [1 / 2, 2]],
] as const)('at level %s another %s falls below a floor', async (level, name, factors) => {
  for (const factor of factors) {
    const scores = await askSmallSet(folder, level, { budgetOf: scaled(name, factor) })
    expect({ factor, fallen: fallen(scores, floors[level]) }).not.toEqual({ factor, fallen: [] })
  }
})
