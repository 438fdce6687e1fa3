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

/** The heads, of which one says nothing. */
const without = (head: keyof Heads): Heads => ({ ...HEADS, [head]: { ...HEADS[head], weights: {} } })

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

test.each(['sentence', 'lead', 'document', 'answered'] as const)(
  'without the weights of the head "%s" a score falls below its floor',
  async (head) => {
    expect(await fallenAt(['high', 'medium', 'low'], { heads: without(head) })).not.toEqual([])
  },
)

const scaledBudget = (name: keyof Budget, factor: number) => (level: ReasoningLevel) => {
  const budget = budgetFor(level)
  return { ...budget, [name]: factor * budget[name] }
}

test.each([
  ['medium', 'further', [1 / 3, 2]],
  ['high', 'further', [2]],
] as const)('at level %s another %s falls below a floor', async (level, name, factors) => {
  for (const factor of factors)
    expect(await fallenAt([level], { budgetOf: scaledBudget(name, factor) })).not.toEqual([])
})
