import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as mock from '@deep-research/mock'
import { ERRORS } from '@deep-research/sdk/contract'
import { expect, test } from 'vitest'

const page = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
const rows = page.split('\n').filter((line) => line.startsWith('| `'))
const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name))

test('the table of scenarios names all there are, and what it names can be imported', () => {
  const library = Object.keys(mock.SCENARIO_NAMES).filter((name) => !Object.hasOwn(ERRORS, name))
  expect(library.filter((name) => !named.includes(name))).toEqual([])
  expect(named.filter((name) => !Object.hasOwn(mock, name))).toEqual([])
})

test('scenarios that the page writes as text are scenarios', () => {
  const texts = [...page.matchAll(/`([a-z]\w+(?:\?[^`|]*)?(?: \| [^`]+)+)`|--scenario "([^"]+)"/gi)].map(
    ([, a, b]) => a ?? b ?? '',
  )
  expect(texts).toHaveLength(2)
  for (const text of texts) expect(mock.parseScenario(text)).toHaveProperty('name', 'torn')
})
