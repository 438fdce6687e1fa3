import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { allPatterns } from './patterns/all-patterns.ts'
import { type Pattern, patternsIn } from './patterns/find.ts'
import { staticGrowth } from './patterns/static-growth.ts'
import type { Growth } from './patterns/verdict-thread.ts'
import { findOut, readVerdicts, textOf } from './patterns/verdicts.ts'

/** Expressions that take more than linear time, or may do so, and what bounds the text that they see in these files. */
interface Bounded {
  under: string[]
  bound: string
  patterns: string[]
}

const bounded = JSON.parse(readFileSync(resolve(import.meta.dirname, 'patterns/bounded.json'), 'utf8')) as Bounded[]
const isBounded = ({ place }: Pattern, text: string): boolean =>
  bounded.some(
    ({ under, bound, patterns }) =>
      bound !== '' && patterns.includes(text) && under.some((path) => place.startsWith(path)),
  )

const { patterns, unknown } = await allPatterns()

/** Minutes for what is new; what is known takes seconds. */
const LONGEST = 15 * 60_000

test('no regular expression of the packages can hang', { timeout: LONGEST }, async () => {
  const known = new Map<string, Growth>(Object.entries(readVerdicts()))
  const fresh = new Map(patterns.filter((each) => !known.has(textOf(each))).map((each) => [textOf(each), each]))
  await findOut([...fresh.values()], 2, (pattern, growth) => known.set(textOf(pattern), growth))
  const faults = patterns.flatMap((pattern) => {
    const text = textOf(pattern)
    const found = [known.get(text) ?? 'unknown', staticGrowth(pattern)]
    const hangs = found.includes('exponential')
    // What the one checker has no time for is known by the other.
    if (!hangs && (!found.includes('polynomial') || isBounded(pattern, text))) return []
    return [`${pattern.place}: ${found.join(', ')} ${text}`]
  })
  // Mend it; where the text has a bound, name that in patterns/bounded.json. `pnpm patterns` keeps what was found out.
  expect(faults).toEqual([])
})

test('what each call of RegExp builds is known', () => {
  // Name parts in patterns/parts.ts for a call in a function.
  expect(unknown).toEqual([])
  expect(patterns.length).toBeGreaterThan(1_000)
})

test('expressions that hang are found', { timeout: LONGEST }, async () => {
  const { written, calls } = patternsIn('a.ts', 'const HANGS = /^(?:a+)+$/\nconst SLOW = /\\s+$/g\nf(/^a{1,3}$/y)\n')
  expect(calls).toEqual([])
  const found: string[] = []
  await findOut(written, 1, ({ place }, growth) => found.push(`${place} ${growth}`))
  expect(found).toEqual(['a.ts:1 exponential', 'a.ts:2 polynomial', 'a.ts:3 linear'])
})

test('a call in a function tells which parts it needs', () => {
  const { calls } = patternsIn(
    'a.ts',
    'const P = "p"\nexport function f(word: string) {\n  return new RegExp(P + word)\n}\n',
  )
  expect(calls.map(({ line, locals }) => ({ line, locals }))).toEqual([{ line: 3, locals: ['word'] }])
})
