import { expect, test } from 'vitest'
import { recordIn } from './record.ts'

const block = { start: 0, end: 4, kind: 'paragraph' }

test('takes a record as it is, with its title trimmed and the known fields of its blocks', () => {
  const record = recordIn({
    title: ' T ',
    text: ' text ',
    year: 1901,
    blocks: [{ ...block, level: undefined, other: 1 }],
  })
  expect(record).toEqual({ title: 'T', text: ' text ', year: 1901, blocks: [{ path: [], ...block }] })
  expect(recordIn({ id: 7, title: 'T', text: 't' })).toEqual({ id: 7, title: 'T', text: 't' })
})

test.each([
  [null, 'is not an object'],
  [[{ title: 'T', text: 't' }], 'is not an object'],
  [{ id: {}, title: ' ', text: '\n' }, 'has no usable "id", "title", "text"'],
  [{ title: 'T', text: 't', blocks: {} }, 'has no usable "blocks"'],
  [{ title: 'T', text: 't', blocks: [1] }, 'has no usable "blocks.0"'],
  [{ title: 'T', text: 't', blocks: [block, { ...block, end: 1.5, kind: 'x' }] }, '"blocks.1.end", "blocks.1.kind"'],
  [{ title: 'T', text: 't', blocks: [{ ...block, path: [1], depth: -1 }] }, '"blocks.0.path", "blocks.0.depth"'],
])('names what is wrong: %j', (value, message) => {
  expect(() => recordIn(value)).toThrow(message)
})
