import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')

/** How far a rounded figure of the front page may be from the scorecard, in points of a hundred. */
const ROUNDED = 1.5

/** The first column of figures of each set in the scorecard, by the name of the metric. */
const scores = new Map(
  read('docs/scorecard.md')
    .split(/^## /m)
    .map((part) => {
      const rows = [...part.matchAll(/^\| `(\w+)`.*? \| ([\d.]+) \|/gm)]
      const set = /^\S*/.exec(part)?.[0] ?? ''
      return [set, Object.fromEntries(rows.map(([, name = '', all]) => [name, Number(all)]))] as const
    })
    .filter(([, metrics]) => 'anchor_exact' in metrics),
)
const page = read('README.md')
const comparison = page.slice(page.indexOf('## What it does well'), page.indexOf('## Install'))

test('the quotations of every set are exact, as the comparison says', () => {
  expect(comparison).toContain('all of them, in every set of [the scorecard](docs/scorecard.md)')
  expect(scores.size).toBeGreaterThan(5)
  for (const [, { anchor_exact }] of scores) expect(anchor_exact).toBe(1)
})

const shares = [...comparison.matchAll(/(\d+) % in ([\w-]+)/g)].map(
  ([, share, name = '']) => [name, Number(share)] as const,
)

test('the comparison names strong sets and weak ones', () => {
  expect(shares.length).toBeGreaterThan(4)
  const lowest = Math.min(...[...scores].map(([, { doc_recall = 1 }]) => doc_recall))
  expect(Math.min(...shares.map(([, share]) => share))).toBeLessThanOrEqual(100 * lowest + ROUNDED)
})

test.each(shares)('%s: %i of 100 documents', (name, share) => {
  const [, metrics] = [...scores].find(([set]) => set.startsWith(name.toLowerCase())) ?? []
  expect(Math.abs(share - 100 * (metrics?.['doc_recall'] ?? 0))).toBeLessThanOrEqual(ROUNDED)
})
