import { afterAll, expect, test } from 'vitest'
import { ALPHABETS } from './alphabets.ts'
import { Reading } from './measure.ts'
import { SUBJECTS } from './subjects.ts'

/** UTF-16 code units: what is quadratic shows; `pnpm bench:hostile` reads a megabyte of each. */
const LENGTH = 100_000
/** Seconds of CPU: most take a hundredth, code that is new to the thread included. */
const MOST = 1.5

const reading = new Reading(2 * MOST)
afterAll(() => reading.end())

test('there are thirty alphabets', () => expect(ALPHABETS.length).toBeGreaterThanOrEqual(30))

test.each(Object.keys(SUBJECTS))('%s: no alphabet holds it up', { timeout: 600_000 }, async (subject) => {
  const slow: string[] = []
  for (const { name } of ALPHABETS) {
    const seconds = await reading.seconds(subject, name, LENGTH)
    if (seconds > MOST) slow.push(`${name}: ${seconds} s`)
  }
  expect(slow).toEqual([])
})
