import { expect, test } from 'vitest'
import { nameOf } from './attribution.ts'

test('a file that speaks of its folder is named behind it, unless its title says that', () => {
  const named = (path: string, title: string) =>
    nameOf({ id: 'a', url: 'urn:a', title, text: '', sourceType: 'document', path })
  expect(named('quickstore/README.md', 'Recipes')).toBe('quickstore › Recipes')
  expect(named('all/quick-store/Readme.md', 'The Quick Store')).toBe('The Quick Store')
  expect(named('quickstore/docs/README.md', 'Recipes')).toBe('Recipes')
  expect(named('quickstore/recipes.md', 'Recipes')).toBe('Recipes')
  expect(named('README.md', 'Recipes')).toBe('Recipes')
})
