import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { statementsOf, tablesOf, textsOf } from './claims/read-page.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Claim {
  readonly page: string
  /** Some sentences of the page, in its words, or the name of a table. */
  readonly text: string
  /** Tests, benches and other files that bear it out. */
  readonly files: readonly string[]
}

/** All rows of `docs/claims`, each under the heading that names its page. */
const claims = globSync('docs/claims/*.md', { cwd: root }).flatMap((file) =>
  read(file)
    .split(/^## /m)
    .slice(1)
    .flatMap((part) =>
      [...part.matchAll(/^\| (.+) \| ([^|`]+) \|$/gm)].map(
        ([, text = '', files = '']): Claim => ({
          page: /^\S+/.exec(part)?.[0] ?? '',
          text: text.replaceAll('\\|', '|'),
          files: files.split(', '),
        }),
      ),
    )
    .filter(({ text }) => text !== 'claim' && text !== '---'),
)

const nameOf = ({ heading, place }: { heading: string; place: number }) =>
  `table${place > 1 ? ` ${place}` : ''} of “${heading}”`

/**
 * Every page that people write, but for the start of the site, which says what the front page does, and the claims. The
 * scorecard is written by a command.
 */
const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...globSync('docs/*.md', { cwd: root }).filter((page) => !/(?:claims|index|scorecard)\.md$/.test(page)),
  ...globSync('{packages,examples}/{README.md,*/README.md}', { cwd: root }),
].map((path) => ({ path, claims: claims.filter(({ page }) => page === path).map(({ text }) => text) }))

test('there are claims, of pages that there are', () => {
  expect(claims.length).toBeGreaterThan(500)
  const known = PAGES.map(({ path }) => path)
  expect(claims.filter(({ page }) => !known.includes(page))).toEqual([])
})

test('every file that bears a claim out is there', () => {
  const missing = claims.flatMap(({ files }) => files).filter((file) => !existsSync(join(root, file)))
  expect([...new Set(missing)]).toEqual([])
})

describe.each(PAGES)('$path', ({ path, claims: made }) => {
  const page = read(path)

  test('says what is claimed, in these words', () => {
    const [texts, tables] = [textsOf(page), tablesOf(page).map(nameOf)]
    const gone = made.filter((claim) => !tables.includes(claim) && !texts.some((text) => text.includes(claim)))
    expect(gone).toEqual([])
  })

  test('states nothing that is not among the claims', () => {
    const stated = statementsOf(page).filter((sentence) => !made.some((claim) => claim.includes(sentence)))
    const shown = tablesOf(page)
      .map(nameOf)
      .filter((table) => !made.includes(table))
    expect([...stated, ...shown]).toEqual([])
  })
})

describe('what has to be claimed', () => {
  const PAGE = `# Reefs

A reef is a ridge. It grows ([slowly](slow.md)). Use it well. Corals make it:

\`\`\`sh
echo "This is code. It states nothing."
\`\`\`

- **Size.** Some are long.
- For more, see [the atlas](atlas.md).

| reef | length |
| --- | --- |
| one | 1 |

## A diver's checklist

- The mask is dry.
`

  test('is every sentence that states something, and every table', () => {
    expect(statementsOf(PAGE)).toEqual(['A reef is a ridge.', 'It grows (slowly).', 'Some are long.'])
    expect(tablesOf(PAGE)).toEqual([{ heading: 'Reefs', place: 1 }])
  })
})
