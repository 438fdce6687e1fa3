import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../src')

/** Every module that a file imports, and what those import, by the text of their import lines. */
function reachable(file: string, seen = new Map<string, string[]>()): Map<string, string[]> {
  if (seen.has(file)) return seen
  const imports = [...readFileSync(file, 'utf8').matchAll(/(?:from|import) '([^']+)'/g)].map(([, name = '']) => name)
  seen.set(
    file,
    imports.filter((name) => !/^[.#]/.test(name)),
  )
  for (const name of imports.filter((name) => /^[.#]/.test(name))) {
    reachable(name.startsWith('#') ? join(src, name.slice(1)) : resolve(dirname(file), name), seen)
  }
  return seen
}

test('the main door reaches MSW and the contract, and nothing of Node', () => {
  const modules = reachable(join(src, 'index.ts'))
  expect(modules.size).toBeGreaterThan(20)
  expect([...new Set([...modules.values()].flat())].sort()).toEqual(['@deep-research/sdk/contract', 'msw'])
})

test('the walk would see Node', () => {
  expect([...reachable(join(src, 'node.ts')).values()].flat()).toContain('node:http')
})
