import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { compositionOf } from '../../test/composition.ts'
import { compose } from './compose.ts'
import type { Composition } from './composition.ts'

const { text, blocks = [] } = readMarkdown(`# Canal

## Locks

A lock lifts ships.

## Lakes

Fill one by:

\`\`\`sh
fill lake
\`\`\`

## Dues

\`\`\`sh
pay dues
\`\`\`
`)
const document = { id: 'c', url: 'urn:c', title: 'Canal', text, blocks, sourceType: 'document' }

function evidence(quote: string): Evidence {
  const start = text.indexOf(quote)
  const block = blocks.find((each) => each.start <= start && start < each.end)
  if (block === undefined) throw new Error(`no ${quote}`)
  const end = start + quote.length
  return { document, block, start, end, quote, covers: new Set([quote]), terms: new Set(), score: 0, worth: 0 }
}

const [lock, lake, dues] = [evidence('A lock lifts ships.'), evidence('Fill one by:'), evidence('pay dues')]

function write(changes: Partial<Composition> = {}): string {
  return compose(compositionOf([lock, lake], { candidates: [lock, lake], ...changes }))
    .map(({ text: words }) => words)
    .join('')
}

test('of a text in sections what else was chosen is shown where all is wanted', () => {
  expect(write()).toBe('A lock lifts ships. — Canal › Locks')
  expect(write({ showsRest: true, asksForCode: true })).toContain('fill lake')
})

test('the form that is asked for follows a section that lacks it, where that is on the same subject', () => {
  expect(write({ asksForCode: true })).toContain('Fill one by:\n\n```sh\nfill lake\n```')
  expect(write({ asksForCode: true, bears: () => false })).not.toContain('fill lake')
  expect(write({ asksForCode: true, lead: dues })).not.toContain('fill lake')
})

test('of what only comes close a few passages are shown, no code, and what is on the subject of the first', () => {
  const others = [dues, lake]
  const shown = (bears: boolean) => write({ answered: false, chosen: [lock, ...others], bears: () => bears })
  expect(shown(true)).toMatch(/- A lock lifts ships\. — Canal › Locks$/)
  expect(write({ answered: false, chosen: [dues], lead: dues })).toContain('pay dues')
})
