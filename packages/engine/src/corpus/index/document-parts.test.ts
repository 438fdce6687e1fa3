import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstEndingAfter } from '../../block-sentences.ts'
import type { Block } from '../../types.ts'
import { encodeBlocks } from './block-record.ts'
import { DocumentParts, loadPart, partsOf } from './document-parts.ts'

/** UTF-16 units of a part. */
const PART = 16_384

function stored(text: string, blocks?: readonly Block[]) {
  const parts = partsOf(text, blocks, blocks ? encodeBlocks(blocks) : null)
  const read: number[] = []
  const document = new DocumentParts(parts, (number) => {
    read.push(number)
    const part = parts[number]
    if (part === undefined) throw new Error(`no part ${number}`)
    return loadPart(part)
  })
  return { ...document, parts, read }
}

/** A text of two to three parts, with characters of two units at the seams, or one before or behind them. */
const texts = fc
  .tuple(fc.integer({ min: PART - 3, max: 2 * PART + 3 }), fc.string({ unit: 'grapheme', maxLength: 40 }))
  .map(([before, more]) => {
    const emoji = '😀'.repeat(PART / 2 + 2)
    return `${'a'.repeat(before % 5)}${emoji}${'b'.repeat(Math.max(0, before - PART))}${more.toWellFormed()}`
  })

/** Blocks of a text that stand side by side, some of them across a seam. */
function blocksOf(text: string, lengths: readonly number[]): Block[] {
  const blocks: Block[] = []
  let at = 0
  for (let i = 0; at < text.length; i += 1) {
    const length = lengths[i % lengths.length] ?? PART
    const end = Math.min(text.length, at + length)
    blocks.push({ start: at, end, kind: 'paragraph', path: [`part ${i}`] })
    at = end + 1
  }
  return blocks
}

test('a part of what is stored in parts is that part of the whole', () => {
  const near = fc
    .tuple(fc.constantFrom(0, PART, 2 * PART), fc.integer({ min: -5, max: 5 }))
    .map(([seam, by]) => seam + by)
  const place = fc.oneof(fc.nat(3 * PART), near).map((at) => Math.max(0, at))
  fc.assert(
    fc.property(texts, place, place, (whole, one, other) => {
      const { text, parts } = stored(whole)
      const [start, end] = [Math.min(one, other), Math.max(one, other)]
      expect(text.length).toBe(whole.length)
      expect(text.slice(start, end)).toBe(whole.slice(start, end))
      expect(text.slice()).toBe(whole)
      // A part that began or ended inside of a character would be changed by the database.
      expect(parts.every((part) => part.text.isWellFormed())).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('blocks stored in parts are those of the whole, and found at the same places', () => {
  const lengths = fc
    .array(fc.integer({ min: 1, max: PART + 10 }), { minLength: 1, maxLength: 6 })
    .map((given) => [...given, PART - 2])
  fc.assert(
    fc.property(texts, lengths, fc.array(fc.nat(3 * PART), { maxLength: 20 }), (whole, given, places) => {
      const all = blocksOf(whole, given)
      const { blocks } = stored(whole, all)
      expect(blocks && Array.from({ length: blocks.length }, (_, at) => blocks.at(at))).toEqual(all)
      expect(blocks?.at(all.length)).toBeUndefined()
      for (const place of places) expect(firstEndingAfter(blocks ?? [], place)).toBe(firstEndingAfter(all, place))
    }),
    { numRuns: 40 },
  )
})

test('what is asked for is read, and no more', () => {
  const whole = 'one '.repeat(PART)
  const all = blocksOf(whole, [500])
  const { text, blocks, read } = stored(whole, all)
  expect(text.slice(2 * PART, 2 * PART + 8)).toBe('one one ')
  expect(new Set(read)).toEqual(new Set([2]))
  read.length = 0
  firstEndingAfter(blocks ?? [], 3 * PART + 5_000)
  expect(new Set(read)).toEqual(new Set([3]))
  expect(stored('short').blocks).toBeUndefined()
})
