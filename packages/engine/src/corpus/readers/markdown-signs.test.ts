import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectSoundBlocks } from '../../../test/corpus/sound-blocks.ts'
import { readMarkdown } from './markdown.ts'

const textOf = (markdown: string) => readMarkdown(markdown).text

function said(markdown: string): (string | undefined)[][] {
  const { text, blocks = [] } = readMarkdown(markdown)
  expectSoundBlocks(text, blocks)
  return blocks.map(({ start, end, kind }) => [kind, text.slice(start, end)])
}

test('notes of Obsidian and Logseq are read as they are shown', () => {
  const vault =
    'The ==fuse== blows %%ask Bob%% at 71 degrees. ^fuse\n\n%%\nA plan.\n%%\n\nSee [[People/Ann Lee|Ann]], [[Heat#Limits]] and [[Relay]]. ![[relay.png]] ![[Notes]]'
  expect(textOf(vault)).toBe('The fuse blows at 71 degrees.\n\nSee Ann, Heat > Limits and Relay. Notes')
  expect(textOf('> [!warning]- Heat\n> The fan stops.\n\n> [!bug]\n> It leaks.')).toBe(
    'Heat: The fan stops.\n\nBug: It leaks.',
  )
  const graph =
    '- Salt lock\n  id:: 64367e5c-1111-4222-8333-123456789abc\n  collapsed:: true\n\t- opens at noon\n- owner:: Ann'
  expect(textOf(graph)).toBe('- Salt lock\n- opens at noon\n- owner:: Ann')
})

test('boxes, tabs, definitions and signs of sites are read as they are shown', () => {
  expect(textOf('It is HTML.\n\n*[HTML]: Hyper Text\n*[CSS]: Sheets')).toBe(
    'It is HTML.\n\nHTML: Hyper Text CSS: Sheets',
  )
  const page =
    '!!! warning "Heat"\n    The fan stops.\n\n    - at 20 degrees\n\n??? note\n    Twelve volts.\n\n=== "Tab one"\n\n    The fee is 30 euros.\n\nAfter.'
  expect(said(page)).toEqual([
    ['paragraph', 'Heat'],
    ['paragraph', 'The fan stops.'],
    ['item', '- at 20 degrees'],
    ['paragraph', 'Note: Twelve volts.'],
    ['paragraph', 'Tab one'],
    ['paragraph', 'The fee is 30 euros.'],
    ['paragraph', 'After.'],
  ])
  expect(said('Lock\n: It lifts boats.')).toEqual([
    ['heading', 'Lock'],
    ['paragraph', 'It lifts boats.'],
  ])
  expect(textOf('# Gates {#gates}\n\nH~2~O weighs 10^6^ grams, a ~~b~~ c, x ~ y.')).toBe(
    'Gates\n\nH₂O weighs 10⁶ grams, a b c, x ~ y.',
  )
})

test('formulas keep their signs, and prices are none', () => {
  expect(textOf('It is $a_1*b_2*c$ and costs $5 or *$6*.\n\n$$\nE = m*c*2\n$$')).toBe(
    'It is $a_1*b_2*c$ and costs $5 or $6.\n\n$$ E = m*c*2 $$',
  )
})

test('stars beside Han letters and their stops mark what they enclose', () => {
  expect(textOf('**注意：**请先关闸。')).toBe('注意：请先关闸。')
})

test('what begins with a rule is no front matter, and of broken front matter the plain lines count', () => {
  expect(textOf('---\n\nIt shuts at 71 degrees.\n\n---\n\nEnd.')).toBe('It shuts at 71 degrees.\n\nEnd.')
  expect(textOf('---\nWelcome to the tour.\n---\nEnd.')).toContain('Welcome to the tour.')
  expect(readMarkdown('---\ntitle: Relay: heat\nauthor: Ann\n---\nText.')).toMatchObject({
    title: 'Relay: heat',
    authors: ['Ann'],
    text: 'Text.',
  })
  expect(readMarkdown('+++\ntitle = "Heat"\nauthors = ["Ann"]\n+++\nText.')).toMatchObject({
    title: 'Heat',
    authors: ['Ann'],
  })
  expect(readMarkdown('{\n"title": "Heat"\n}\n\nText.')).toMatchObject({ title: 'Heat', text: 'Text.' })
})

test('whatever signs stand in it, blocks are where they say', () => {
  const signs = ['[[', ']]', '|', '%%', '\n%%\n', '$', '$$', '==', '~', '^', '!!! note\n', '=== "a"\n', '> [!tip]']
  const others = ['    ', '\n: ', 'word', ' ', '\n', '\n\n', '- ', '`', '```\n', '| a |\n|---|\n', '😀', '漢', '**']
  const piece = fc.constantFrom(...signs, ...others, '{#', '}', 'id:: x\n', '---\n')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => void said(pieces.join(''))),
    { numRuns: 1000 },
  )
})
