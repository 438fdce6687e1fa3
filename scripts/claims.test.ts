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
  expect(claims.length).toBeGreaterThan(100)
})

test.each(claims)('%s: %s', (page = '', claim = '', files = '') => {
  expect(words(read(page)).includes(claim)).toBe(true)
  expect(files.split(', ').filter((file) => !existsSync(resolve(root, file)))).toEqual([])
})

/** The sentences of a page, without its code, tables, pictures and headings. */
function sentencesOf(page: string): string[] {
  const prose = page.replaceAll(/```[\s\S]*?```/g, '').replaceAll(/^(?:[#|]|!\[).*$/gm, '\n')
  return prose.split(/\n{2,}/).flatMap((paragraph) => words(paragraph).split(/(?<=[.:!?]) (?=[A-Z[`])/))
}

test('every sentence of the front page is a claim, or leads elsewhere', () => {
  const made = claims.filter(([page]) => page === 'README.md').map(([, claim = '']) => claim)
  const sentences = sentencesOf(read('README.md')).filter((sentence) => sentence.trim() !== '')
  expect(sentences.length).toBeGreaterThan(20)
  const leadsElsewhere = /\]\(|:$/
  const bare = sentences.filter(
    (sentence) =>
      !leadsElsewhere.test(sentence) && !made.some((claim) => sentence.includes(claim) || claim.includes(sentence)),
  )
  expect(bare).toEqual([])
})
