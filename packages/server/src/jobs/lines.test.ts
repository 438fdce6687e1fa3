import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineWriter, mostBytesOf, readLines } from './lines.ts'

function write(envelopes: readonly string[]): { lines: string; bytes: number[] } {
  const writer = new LineWriter(Buffer.alloc(envelopes.reduce((sum, json) => sum + mostBytesOf(json), 0)))
  const bytes = envelopes.map((json) => writer.write(json))
  return { lines: writer.block.toString('utf8', 0, Math.max(0, writer.used - 1)), bytes }
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.constantFrom('', 'é', '–', 'x'.repeat(19), 'x'.repeat(300), `${'x'.repeat(240)}é`, '\n', '0f'),
)
// Keys of several lengths before the text, so that envelopes share a little, a lot, or more than two digits can say.
const envelope = fc.tuple(fc.constantFrom('a', 'b'.repeat(20), 'c'.repeat(250)), text, text)
const json = envelope.map(([key, first, second]) => JSON.stringify({ [key]: first, second }))

test('envelopes are read as they were written', () => {
  fc.assert(
    fc.property(fc.array(json, { minLength: 1, maxLength: 20 }), (envelopes) => {
      const { lines, bytes } = write(envelopes)
      expect(readLines(lines)).toEqual(envelopes)
      expect(bytes).toEqual(envelopes.map((one) => Buffer.byteLength(one)))
    }),
  )
})

test('a line never takes more bytes than room was made for', () => {
  fc.assert(
    fc.property(fc.array(json, { minLength: 1, maxLength: 20 }), (envelopes) => {
      const writer = new LineWriter(Buffer.alloc(20 * 4_096))
      for (const one of envelopes) {
        const before = writer.used
        writer.write(one)
        expect(writer.used - before).toBeLessThanOrEqual(mostBytesOf(one))
      }
    }),
  )
})

test('what a fragment begins with is stored once', () => {
  const fragment = (content: string, second: number) =>
    JSON.stringify({
      type: 'research.answer.delta',
      request_id: 'req_0123456789abcdef',
      timestamp: `2026-01-01T00:00:0${second}.000Z`,
      data: { content },
    })
  const [first, second] = [fragment('one', 1), fragment('two', 2)]
  expect(write([first, second]).lines).toBe(`${first}\n632.000Z","data":{"content":"two"}}`)
})

test('characters are shared, not bytes: the first byte of é is the code of Ã', () => {
  const envelopes = ['é', 'Ã', 'Ãx'].map((text) => JSON.stringify({ [`key of ${'x'.repeat(20)}`]: text }))
  const { lines, bytes } = write(envelopes)
  expect(readLines(lines)).toEqual(envelopes)
  expect(bytes).toEqual(envelopes.map((one) => Buffer.byteLength(one)))
})

test('lines that were all written in full are read too', () => {
  expect(readLines('{"a":"shared, and shared again: 1"}\n{"a":"shared, and shared again: 2"}')).toEqual([
    '{"a":"shared, and shared again: 1"}',
    '{"a":"shared, and shared again: 2"}',
  ])
})
