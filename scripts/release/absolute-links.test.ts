import { expect, test } from 'vitest'
import { absoluteLinks } from './absolute-links.ts'

test('links to files lead to the repository, others stay', () => {
  const page = 'https://github.com/someone/research'
  const markdown =
    '[mock](../mock/README.md#use) [own](docs/a.md) [site](https://example.org/a) [here](#use) [mail](mailto:a@b.c)'
  expect(absoluteLinks(markdown, page, 'packages/sdk')).toBe(
    `[mock](${page}/blob/main/packages/mock/README.md#use) [own](${page}/blob/main/packages/sdk/docs/a.md) ` +
      '[site](https://example.org/a) [here](#use) [mail](mailto:a@b.c)',
  )
})
