import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')

test.each([
  ['README.md', 'js', 'examples/ask/src/ask.mjs'],
  ['README.md', 'ts', 'examples/testing-with-mock/src/brief.ts'],
  ['README.md', 'ts', 'examples/testing-with-mock/test/brief.test.ts'],
])('what %s shows as %s is %s, which runs', (page, language, file) => {
  expect(blocksOf(page, language)).toContain(read(file))
})

test('the stories that the mock shows for Storybook are among those that run', () => {
  const shown = blocksOf('packages/mock/README.md', 'ts').filter((code) => code.includes(': Story = '))
  expect(shown).toHaveLength(1)
  expect(read('scripts/recipes/storybook/research.stories.ts')).toContain(shown[0])
})
