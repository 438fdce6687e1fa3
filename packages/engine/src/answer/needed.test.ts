import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import type { Evidence, Quotation } from '#evidence/ledger.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import { neededBeside } from './needed.ts'

const asked = (text: string) => understand(text, { library: memoryLibrary([]), origins: new Origins([]) })

const TEXT = `The keeper opens a gate. See Winter for details.
In winter the lock is dry.
In winter the keeper has to fill the lock from the lake.
A keeper can fill a lock.
A gate is deep.
Ice is broken first.
Bread is baked at dawn.
A gate has a depth of 9 feet.`

function of(quote: string, ...path: string[]): Quotation {
  const document = { id: 'a', url: 'urn:a', title: 'Canal', text: TEXT, sourceType: 'document' }
  const start = TEXT.indexOf(quote)
  const end = start + quote.length
  return { document, block: { start, end, kind: 'paragraph', path }, start, end, quote }
}

const lead = (quotation: Quotation, odds: number) => {
  const evidence: Evidence = { ...quotation, covers: new Set(), terms: new Set(), score: 0, worth: 0 }
  return { evidence, odds }
}

/** How many passages of two follow an opening that is so much likelier than the first of them. */
function following(text: string, opening: Quotation, other: Quotation, ahead: number): number {
  const last = of('Bread is baked at dawn.', 'Canal', 'Bread')
  const ranked = [lead(opening, 5), lead(other, 5 - ahead), lead(last, 5 - 2 * ahead)]
  return neededBeside(asked(text), { ranked, asksForCode: false, asksForList: false })([opening], [[other], [last]])
    .length
}

const HOW = 'How does the keeper fill the lock in winter?'
const paid = of('The keeper opens a gate.', 'Canal', 'Gates')

test('of a text in sections nothing follows an opening that is clearly the likeliest', () => {
  const other = of('In winter the lock is dry.', 'Canal', 'Winter')
  expect(following(HOW, paid, other, 0.6)).toBe(0)
  expect(following(HOW, paid, other, 0.4)).toBe(2)
  expect(following(HOW, of(paid.quote), of(other.quote), 0.6)).toBe(2)
})

test('where the opening holds most of the question, only what comes nearer to it follows', () => {
  const whole = of('In winter the keeper has to fill the lock from the lake.', 'Canal', 'Ice')
  const other = of('A keeper can fill a lock.', 'Canal', 'Gates')
  expect(following(HOW, whole, other, 0.1)).toBe(0)
  const asked = 'How does the keeper fill the lock?'
  expect(following(asked, of('The keeper opens a gate. See Winter', 'Canal', 'To fill a lock'), other, 0.1)).toBe(2)
})

test('of several things that are asked for, what adds nothing of the question has to be as likely', () => {
  const whole = of('In winter the keeper has to fill the lock from the lake.', 'Canal', 'Ice')
  const other = of('A keeper can fill a lock.', 'Canal', 'Gates')
  const listed = (ahead: number) =>
    neededBeside(asked(HOW), {
      ranked: [lead(whole, 5), lead(other, 5 - ahead)],
      asksForCode: false,
      asksForList: true,
    })([whole], [[other]])
  expect(listed(0.3)).toEqual([])
  expect(listed(0.1)).toEqual([[other]])
})

test('a fact is told once, but for what its own section says of it', () => {
  const told = of('Ice is broken first.', 'Canal', 'Depth')
  const text = 'How many feet deep is the lock?'
  expect(following(text, told, of('A gate is deep.', 'Canal', 'Gates'), 0.3)).toBe(0)
  expect(following(text, told, of('A gate is deep.', 'Canal', 'Depth'), 0.3)).toBe(2)
})

test('what shows the number that is asked for follows an opening that shows none', () => {
  const told = of('In winter the lock is dry.', 'Canal', 'How deep the lock is in winter, in feet')
  const other = of('A gate has a depth of 9 feet.', 'Canal', 'Gates')
  const text = 'How many feet deep is the lock in winter?'
  const ranked = [lead(told, 5), lead(other, 5.1)]
  const needed = neededBeside(asked(text), { ranked, asksForCode: false, asksForList: false })
  expect(needed([told], [[other]])).toEqual([[other]])
  const silent = of('A gate is deep.', 'Canal', 'Gates')
  const others = { ranked: [lead(told, 5), lead(silent, 5.1)], asksForCode: false, asksForList: false }
  expect(neededBeside(asked(text), others)([told], [[silent]])).toEqual([])
})

test('what stands in a section below goes on with an opening, unless a fact is asked for', () => {
  const below = of('Ice is broken first.', 'Canal', 'Gates', 'Ice')
  expect(following(HOW, paid, below, 0.6)).toBe(2)
  expect(following('How many feet deep is the lock?', paid, below, 0.6)).toBe(0)
})

test('an opening that says where more is told does not stand alone', () => {
  const sends = of('The keeper opens a gate. See Winter for details.', 'Canal', 'Gates')
  expect(following(HOW, sends, of('In winter the lock is dry.', 'Canal', 'Winter'), 0.6)).toBe(2)
})

test('an entry that the question names stands alone', () => {
  const { text, blocks = [] } = readMarkdown('# Canal\n\n## Options\n\n- `depth`: how deep.\n- `width`: how wide.')
  const document = { id: 'b', url: 'urn:b', title: 'Canal', text, blocks, sourceType: 'document' }
  const items = blocks.filter(({ kind }) => kind === 'item')
  const [one, other] = items.map((block) => ({ document, block, start: block.start, end: block.end, quote: '' }))
  if (one === undefined || other === undefined) throw new Error('There are two items.')
  const ranked = [lead(one, 5), lead(other, 5)]
  const needed = (name: string) =>
    neededBeside(asked('What is it?'), {
      ranked,
      asksForCode: false,
      asksForList: true,
      writes: (each) => each === name,
    })([one], [[other]])
  expect(needed('depth')).toEqual([])
  expect(needed('width')).toEqual([[other]])
})

test('of a text without sections nothing of its own document follows what holds most of the question, unless a way is asked for', () => {
  const plain = (quote: string): Quotation => ({ ...of(quote), block: undefined })
  const whole = plain('In winter the keeper has to fill the lock from the lake.')
  const other = plain('A keeper can fill a lock.')
  const elsewhere = { ...other, document: { ...other.document, id: 'b' } }
  const needed = (text: string) =>
    neededBeside(asked(text), { ranked: [lead(whole, 5), lead(other, 5)], asksForCode: false, asksForList: false })
  const why = 'Why does the keeper fill the lock in winter?'
  expect(needed(why)([whole], [[other], [elsewhere]])).toEqual([[elsewhere]])
  expect(needed('The lock is dry in winter; how does the keeper fill it?')([whole], [[other]])).toEqual([[other]])
})
