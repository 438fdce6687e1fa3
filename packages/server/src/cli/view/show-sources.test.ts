import type { ResearchResult } from '@deep-research/sdk'
import { expect, test } from 'vitest'
import type { Place } from './outputs.ts'
import { showSources } from './show-sources.ts'
import { openTerminal } from './terminal.ts'

/** What is shown of a source with quotations on these lines of a file. */
function shown(
  lines: readonly (number | undefined)[],
  place?: Omit<Place, 'lines'>,
  pages: readonly number[] = [],
): { list: string; note: string } {
  const ids = lines.map((_, at) => `c${at + 1}`)
  const source = { title: 'Reef', url: 'urn:corpus:reef.md', snippet: '', source_type: 'document' }
  const result = {
    citations: ids.map((id, at) => ({
      id,
      verified: id !== 'c2',
      source,
      source_anchor: pages[at] && { page: pages[at] },
    })),
    sources_summary: [{ source, citation_ids: ids, citation_count: ids.length }],
  } as unknown as ResearchResult
  let text = ''
  const terminal = openTerminal({ write: (piece) => (text += piece) }, { colors: false })
  const locate = () => place && { ...place, lines }
  showSources(result, { terminal, numberOf: (id) => Number(id.slice(1)), locate })
  const [, list = '', note = ''] = text.trimStart().split('\n\n')
  return { list: list.trimEnd(), note }
}

const file = { path: 'reef.md', url: 'file:///reef.md' }

test('each line of a file stands with the numbers of the claims that are quoted from it', () => {
  expect(shown([7], file).list).toBe('  [1] Reef\n      reef.md:7')
  expect(shown([7, 3, 3, 3, undefined, 9], file).list).toBe(
    '  [1, 2?, 3–6] Reef\n      reef.md:7 [1] :3 [2?, 3, 4] :9 [6]',
  )
})

test('a printed source is shown with the pages that are quoted', () => {
  const pdf = { path: 'reef.pdf', url: 'file:///reef.pdf' }
  expect(shown([undefined], pdf, [12]).list).toBe('  [1] Reef\n      reef.pdf, p. 12')
  expect(shown([undefined, undefined, undefined], pdf, [12, 12, 40]).list).toBe(
    '  [1, 2?, 3] Reef\n      reef.pdf, p. 12 [1, 2?], p. 40 [3]',
  )
})

test('a source without a file, or without lines, is shown by its place alone', () => {
  expect(shown([undefined], file).list).toBe('  [1] Reef\n      reef.md')
  expect(shown([undefined]).list).toBe('  [1] Reef\n      urn:corpus:reef.md')
})

test('what the mark after a number means is said where there is one', () => {
  expect(shown([7, 3], file).note).toBe('  ? after a number: this claim is not verified.\n')
  expect(shown([7], file).note).toBe('')
})
