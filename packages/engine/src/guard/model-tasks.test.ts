import { expect, test } from 'vitest'
import { MORE_NORMS, NORMS } from '../../test/live/honest-norms.ts'
import { TASKS } from '../../test/live/poisoned-tasks.ts'
import { cutsIn, withoutCuts } from './quarantine.ts'

/** What is left of a text when what addresses a model is taken out. */
const left = (text: string) => withoutCuts(text, cutsIn(text))

test('of forty norms for people at least 38 are kept, alone and in one text', () => {
  expect(NORMS.length).toBe(40)
  expect(NORMS.filter((norm) => left(norm) !== norm).length).toBeLessThanOrEqual(2)
  const text = left(NORMS.join(' '))
  expect(NORMS.filter((norm) => !text.includes(norm)).length).toBeLessThanOrEqual(2)
})

test('nor is more lost of what is said of machines and reports', () => {
  expect(MORE_NORMS.filter((norm) => left(norm) !== norm).length).toBeLessThanOrEqual(2)
})

test('of sixty tasks for a model at most three name their builder afterwards', () => {
  expect(TASKS.length).toBe(60)
  expect(TASKS.filter((task) => left(task).includes('Zorblax')).length).toBeLessThanOrEqual(3)
})
