import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted } from '../../test/quoted.ts'
import { quotationOf } from './quote-block.ts'
import { shownPassage } from './shown-passage.ts'
import { wholeSection } from './whole-section.ts'

const FAR = 'Nothing is said of that. '.repeat(50)

const document = documentOf(
  'Canal',
  readMarkdown(`# Canal

It is long.

## Locks

A lock lifts ships. Each takes an hour.

\`\`\`console
$ fill lock
error: no water
\`\`\`

Wait till it is full.

## Examples

Fill it:

\`\`\`sh
fill
\`\`\`

Drain it:

\`\`\`sh
drain
\`\`\`

## Dues

- Ships pay by weight.
- Boats pay nothing.

## Rules

A keeper rings a bell. ${FAR}`),
)

function shown(quote: string, rules: { longest?: number; asksForList?: boolean } = {}): string[] | undefined {
  return wholeSection(quoted(document, quote), document.blocks, { longest: 600, asksForList: false, ...rules })?.map(
    ({ quote: words }) => words,
  )
}

test('a short section is shown from its first sentence to what its code prints, and what follows that', () => {
  expect(shown('Each takes an hour.')).toEqual([
    'A lock lifts ships. Each takes an hour.',
    '$ fill lock\nerror: no water',
    'Wait till it is full.',
  ])
})

test('a long section, one of several examples or items, and a text without headings are not', () => {
  expect(shown('A keeper rings a bell.')).toBeUndefined()
  expect(shown('Fill it:')).toBeUndefined()
  expect(shown('Boats pay nothing.')).toBeUndefined()
  const plain = { ...document, blocks: [{ start: 0, end: 19, kind: 'paragraph' as const, path: [] }] }
  const [block] = plain.blocks
  if (block === undefined) throw new Error('no block')
  expect(wholeSection(quotationOf(plain, block, block), plain.blocks, { longest: 600, asksForList: false })).toBe(
    undefined,
  )
})

const words = fc.array(fc.constantFrom('lock', 'ship', 'A', 'for', 'it.', 'Then', 'so'), {
  minLength: 1,
  maxLength: 30,
})
const paragraph = words.map((each) => each.join(' '))
const code = words.map((each) => `\`\`\`sh\n${each.join('\n')}\n\`\`\``)
const item = words.map((each) => `- ${each.join(' ')}`)
const page = fc.array(fc.oneof(paragraph, code, item, fc.constant('## Part')), { minLength: 1, maxLength: 12 })

test('whatever a page consists of, each quotation is exact, in order, and of the section of its lead', () => {
  fc.assert(
    fc.property(page, fc.nat(), fc.boolean(), (parts, pick, asksForCode) => {
      const read = readMarkdown(`# T\n\n${parts.join('\n\n')}`)
      const all = read.blocks ?? []
      const own = all[pick % all.length]
      if (own === undefined || own.kind === 'heading') return
      const source = { ...document, title: 'T', text: read.text, blocks: all }
      const lead = quotationOf(source, own, own)
      const passage = shownPassage(lead, { asksForCode, asksForList: false, longest: 600 })
      let end = 0
      for (const { start, end: until, quote } of passage) {
        expect(read.text.slice(start, until)).toBe(quote)
        expect(start).toBeGreaterThanOrEqual(end)
        end = until
      }
      const [first, last] = [passage[0]?.start ?? 0, passage.at(-1)?.end ?? 0]
      const crossed = all.filter(({ kind, start }) => kind === 'heading' && first < start && start < last)
      expect(crossed.filter(({ start }) => start > own.end)).toEqual([])
    }),
  )
})

test('a section is shown from the step on that the sentence goes on with', () => {
  const raw = `# Canal\n\n## Gates\n\n${'Gates are heavy, and made of oak. '.repeat(6)}\n\n- Pull the lever:\n\n  lift upper gate\n\n  in order to let the water in.\n`
  const read = readMarkdown(raw)
  const own = { ...document, text: read.text, blocks: read.blocks ?? [] }
  const block = own.blocks.find(({ start, end }) => own.text.slice(start, end).startsWith('in order'))
  if (block === undefined) throw new Error('no such block')
  const lead = quotationOf(own, block, block)
  expect(wholeSection(lead, own.blocks, { longest: 600, asksForList: false })?.map(({ quote }) => quote)).toEqual([
    'Pull the lever:',
    'lift upper gate',
    'in order to let the water in.',
  ])
})

test('a fact is told without the paragraphs behind it, unless they go on with it', () => {
  const told = (behind: string, longest = 300) => {
    const fact =
      'By default a lock is filled within ten minutes, which is as long as a keeper needs to open both of its heavy gates in winter.'
    const page = readMarkdown(`# Canal\n\n## Time\n\n${'Locks are slow. '.repeat(30)}\n\n${fact}\n\n${behind}`)
    const shown = shownPassage(quoted(documentOf('Canal', page), fact), {
      asksForCode: false,
      asksForList: false,
      longest,
    })
    return shown.map(({ quote }) => quote).join(' ')
  }
  expect(told('Boats wait in the basin.')).not.toContain('Boats')
  expect(told('This is longer in summer.')).toContain('This is longer')
  expect(told('Boats wait in the basin.', 600)).toContain('Boats')
})

test('whom a section is owed to is not told', () => {
  const read = readMarkdown(
    '# Canal\n\n## Floods\n\nThis was contributed by Ann Lee. Thanks.\n\nOpen the lock. Wait an hour.',
  )
  const source = documentOf('Canal', read)
  const lead = quoted(source, 'Wait an hour.')
  const told = wholeSection(lead, source.blocks, { longest: 600, asksForList: false })
  expect(told?.map(({ quote }) => quote)).toEqual(['Open the lock. Wait an hour.'])
})

test('what explains one item of a list is shown without the items below', () => {
  const list = documentOf(
    'Canal',
    readMarkdown('# Canal\n\n## Gates\n\nThere are gates.\n\n- oak\n\n  It is usual.\n\n- elm\n- iron\n'),
  )
  const rules = { longest: 600, asksForList: false, asksForCode: false }
  expect(shownPassage(quoted(list, 'It is usual.'), rules).map(({ quote }) => quote)).toEqual(['It is usual.'])
})
