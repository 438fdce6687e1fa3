import { expect, test } from 'vitest'
import { isTitled, nameOf } from './attribution.ts'

test('a file is named behind its folder, unless its title says that or the folder says nothing', () => {
  const named = (path: string, title: string) =>
    nameOf({ id: 'a', url: 'urn:a', title, text: '', sourceType: 'document', path })
  expect(named('quickstore/README.md', 'Recipes')).toBe('quickstore › Recipes')
  expect(named('all/quick-store/Readme.md', 'The Quick Store')).toBe('The Quick Store')
  expect(named('quickstore/docs/intro/README.md', 'Recipes')).toBe('quickstore › Recipes')
  expect(named('quickstore/recipes.md', 'Recipes')).toBe('quickstore › Recipes')
  expect(named('docs/recipes.md', 'Recipes')).toBe('Recipes')
  expect(named('pots/samples/slow-pot/README.md', 'The slow pot')).toBe('pots › The slow pot')
  expect(named('README.md', 'Recipes')).toBe('Recipes')
})

test('a source that is called as its file is has no title', () => {
  const says = (title: string) =>
    isTitled({ id: 'a', url: 'urn:a', title, text: '', sourceType: 'document', path: 'docs/canal-faq.txt' })
  expect(says('canal-faq')).toBe(false)
  expect(says('Questions about the canal')).toBe(true)
})
