import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')
const words = (text: string) => text.replaceAll(/\s+/g, ' ')

const claims = read('docs/claims.md')
  .split('\n')
  .filter((line) => /^\| \S+\.md \|/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '')))

test('there are claims', () => {
  expect(claims.length).toBeGreaterThan(20)
})

test.each(claims)('%s: %s', (page = '', claim = '', files = '') => {
  expect(words(read(page)).includes(claim)).toBe(true)
  expect(files.split(', ').filter((file) => !existsSync(resolve(root, file)))).toEqual([])
})
