import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { compositionOf } from '../../test/composition.ts'
import { documentOf, evidenceOf } from '../../test/quoted.ts'
import { compose, NEAREST, NEAREST_ONE, NOT_AT_ALL } from './compose.ts'
import type { Composition } from './composition.ts'
import { isIndex } from './heading.ts'
import { saysSomething } from './says-something.ts'

const document = documentOf(
  'Canal',
  readMarkdown(`# Canal

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
`),
)
const evidence = (words: string) => evidenceOf(document, words, [words])

const [lock, lake, dues] = [evidence('A lock lifts ships.'), evidence('Fill one by:'), evidence('pay dues')]

function write(changes: Partial<Composition> = {}): string {
  return compose(compositionOf([lock, lake], { candidates: [lock, lake], ...changes }))
    .map(({ text: words }) => words)
    .join('')
}

test('passages of one section name it once, those behind the first in the order of their source', () => {
  const text = ['It opens at dawn.', 'The gate is of oak.', 'A lever moves the gate.']
  const gates = documentOf('Gates', readMarkdown(`# Gates\n\n## Upper\n\n${text.join('\n\n')}`))
  const [opens, oak, lever] = text.map((words) => ({ ...evidenceOf(gates, words, ['gate']) }))
  if (!opens || !oak || !lever) throw new Error('There are three.')
  const shown = write({ lead: opens, chosen: [opens], further: [lever, oak], longest: 20, longestFurther: 20 })
  expect(shown).toBe(`${text.join('\n\n')} — Gates › Upper`)
})

test('of a text in sections what else was chosen is shown where all is wanted', () => {
  expect(write()).toBe('A lock lifts ships. — Canal › Locks')
  expect(write({ showsRest: true, asksForCode: true })).toContain('fill lake')
})

test('the form that is asked for follows a section that lacks it, where that is on the same subject', () => {
  expect(write({ asksForCode: true })).toContain('Fill one by:\n\n```sh\nfill lake\n```')
  expect(write({ asksForCode: true, bears: () => false })).not.toContain('fill lake')
  expect(write({ asksForCode: true, near: [lock] })).not.toContain('fill lake')
  expect(write({ asksForCode: true, lead: dues })).not.toContain('fill lake')
})

test('of what only comes close the headings are told that hold a word of the question, few, and no words below them', () => {
  const others = [dues, lake]
  const shown = (changes: Partial<Composition>) => write({ answered: false, chosen: [lock, ...others], ...changes })
  expect(shown({})).toBe(`${NEAREST}\n\n- Locks — Canal\n- Lakes — Canal\n- Dues — Canal`)
  expect(shown({ bears: () => false })).toBe(`${NEAREST_ONE}\n\n- Locks — Canal`)
  expect(shown({ shareNamed: (heading) => Number(heading.includes('Dues')) })).toBe(`${NEAREST_ONE}\n\n- Dues — Canal`)
  expect(shown({ shareNamed: () => 0 })).toBe(NOT_AT_ALL)
})

test('where no heading of what comes closest holds a word of the question, the sections of the source that it names are told', () => {
  const shown = (changes: Partial<Composition>) =>
    write({ answered: false, chosen: [lock], shareNamed: () => 0, candidates: [lake, lock, dues, lake], ...changes })
  expect(shown({ isOfNamed: () => true })).toBe(NOT_AT_ALL)
  const says = (heading: string) => (heading.includes('Dues') ? 0.3 : heading.includes('Locks') ? 0.2 : 0)
  expect(shown({ isOfNamed: () => true, shareNamed: says })).toBe(`${NEAREST}\n\n- Dues — Canal\n- Locks — Canal`)
  expect(shown({ isOfNamed: ({ quote }) => quote === 'Dues', shareNamed: says })).toBe(
    `${NEAREST_ONE}\n\n- Dues — Canal`,
  )
  expect(shown({})).toBe(NOT_AT_ALL)
})

test('a list of places is no place to look, and no answer', () => {
  const index = { ...document, title: '63. Concept Index' }
  const ofIndex = { ...lock, document: index }
  const shown = (lead: Evidence) => write({ answered: false, chosen: [lead], lead, candidates: [lead] })
  expect(shown(lock)).toBe(`${NEAREST_ONE}\n\n- Locks — Canal`)
  expect(shown(ofIndex)).toBe(NOT_AT_ALL)
  for (const title of ['Index funds', 'CREATE INDEX', 'reindex'])
    expect(isIndex({ ...document, title }), title).toBe(false)
  const rules = { asksForCode: false, asksForList: false, longest: 600 }
  const leads = [ofIndex, lake].map((evidence) => ({ evidence, odds: 0 }))
  expect(saysSomething(leads, rules).map(({ evidence }) => evidence)).toEqual([lake])
  expect(saysSomething(leads.slice(0, 1), rules)).toHaveLength(1)
})

test('of what is compared each side is told, by what speaks of it alone', () => {
  const side = (name: string, held: Evidence) => ({
    name,
    of: 'subject' as const,
    definition: undefined,
    holds: (each: Evidence) => each === held,
  })
  const items = [side('lock', lock), side('lake', lake)]
  expect(write({ shape: 'comparison', items, showsRest: false, chosen: [lock] })).toContain('fill lake')
  const both = items.map((item) => ({ ...item, holds: () => true }))
  expect(write({ shape: 'comparison', items: both, chosen: [lock] })).not.toContain('fill lake')
})

test('where a section tells how all that is compared differs, nothing stands beside it', () => {
  const page = documentOf(
    'T',
    readMarkdown('# T\n\n## Gates\n\nA lock differs from a gate.\n\n## Use\n\nA lock is full.\n'),
  )
  const [told, other] = [evidenceOf(page, 'A lock differs from a gate.'), evidenceOf(page, 'A lock is full.', ['full'])]
  const item = { of: 'subject' as const, definition: undefined }
  const both = ['lock', 'gate'].map((name) => ({ ...item, name, holds: ({ quote }: Evidence) => quote.includes(name) }))
  const shown = (changes: Partial<Composition> = {}) =>
    write({
      shape: 'comparison',
      lead: told,
      chosen: [told, other],
      candidates: [told, other],
      items: both,
      ...changes,
    })
  expect(shown()).not.toContain('A lock is full.')
  expect(shown({ showsRest: true })).toContain('A lock is full.')
})

test('beside what speaks of all that is compared stands only what tells how it differs, alone as no list', () => {
  const page = documentOf(
    'T',
    readMarkdown(
      '# T\n\n## Gates\n\nA lock and a gate hold water.\n\n## Use\n\nA lock is full.\n\n## Form\n\nUnlike a lock, a gate is flat.\n',
    ),
  )
  const [told, lone, apart] = [
    'A lock and a gate hold water.',
    'A lock is full.',
    'Unlike a lock, a gate is flat.',
  ].map((words) => evidenceOf(page, words, [words])) as [Evidence, Evidence, Evidence]
  const item = { of: 'subject' as const, definition: undefined }
  const items = ['lock', 'gate'].map((name) => ({
    ...item,
    name,
    holds: ({ quote }: Evidence) => quote.includes(name),
  }))
  const all = [told, lone, apart]
  const shown = (changes: Partial<Composition> = {}) =>
    write({ shape: 'comparison', lead: told, chosen: all, candidates: [told, apart], items, ...changes })
  expect(shown()).not.toContain('A lock is full.')
  expect(shown()).toContain('\n\nUnlike a lock, a gate is flat.')
  expect(shown({ showsRest: true })).toContain('A lock is full.')
})
