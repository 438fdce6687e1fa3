import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLines } from '../lines.ts'
import { Page } from './page.ts'

const envelope = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  // More than a block holds, and texts of one, two and three bytes a character that end at a block's edge.
  fc.constantFrom('x'.repeat(5_000), 'é'.repeat(1_365), '–'.repeat(1_364), '–'.repeat(1_365), ''),
)
const json = envelope.map((text) => JSON.stringify({ text }))

test('gives back what was appended, from any index on, before and after it was cleared', () => {
  fc.assert(
    fc.property(fc.array(fc.array(json, { minLength: 1, maxLength: 60 }), { maxLength: 4 }), (fillings) => {
      const page = new Page()
      let first = 0
      for (const filling of fillings) {
        for (const one of filling) expect(page.append(one)).toBe(Buffer.byteLength(one))
        expect(page.read()).toMatchObject({ first, count: filling.length })
        for (let index = first; index < page.end; index += 1) {
          const read = page.read(index)
          expect(read && readLines(read.lines.toString()).slice(index - read.first)).toEqual(
            filling.slice(index - first),
          )
        }
        expect(page.bytes).toBe((page.read()?.lines.length ?? 0) + 1)
        first += filling.length
        page.clear()
        expect(page.end).toBe(first)
        expect(page.read()).toBeUndefined()
      }
    }),
  )
})

test('pages that are filled in turn do not write into each other', () => {
  const pages = [new Page(), new Page()]
  const told: string[][] = [[], []]
  for (let round = 0; round < 3; round += 1) {
    for (let index = 0; index < 400; index += 1) {
      const which = index % 2
      const one = JSON.stringify({ round, index, text: '–'.repeat(index) })
      pages[which]?.append(one)
      told[which]?.push(one)
    }
    expect(pages.map((page) => readLines(String(page.read()?.lines)))).toEqual(told)
    for (const page of pages) page.clear()
    for (const lines of told) lines.length = 0
  }
})

test('an index that it does not hold is not read', () => {
  const page = new Page()
  page.append('{}')
  page.clear()
  page.append('{"a":1}')
  expect(page.read(0)).toBeUndefined()
  expect(page.read(1)?.lines.toString()).toBe('{"a":1}')
  expect(page.read(2)).toBeUndefined()
})
