import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const src = join(import.meta.dirname, '../src')

/** The source files of a room without their comments; tests are none. */
function codeOf(pattern: string): [string, string][] {
  const paths = globSync(pattern, { cwd: src }).filter((path) => !path.endsWith('.test.ts'))
  return paths.map((path) => [path, readFileSync(join(src, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')])
}

it('only the client calls fetch, and one file of it reads the environment', () => {
  for (const [path, code] of codeOf('{stream,citations,contract}/**/*.ts')) {
    expect(code, path).not.toMatch(/\bfetch\b|\bprocess\b/)
  }
  const readers = codeOf('client/*.ts').filter(([, code]) => /\bprocess\b/.test(code))
  expect(readers.map(([path]) => path)).toEqual(['client/settings.ts'])
})

it('no file has more than 300 lines', () => {
  for (const [path] of codeOf('**/*.ts')) {
    expect(readFileSync(join(src, path), 'utf8').split('\n').length, path).toBeLessThanOrEqual(301)
  }
})
