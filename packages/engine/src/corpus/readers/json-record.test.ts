import { describe, expect, it } from 'vitest'
import { recordIn } from './json-record.ts'

const sound = { title: ' T ', text: ' x\n' }

describe('recordIn', () => {
  it('keeps the text as given, and all fields', () => {
    expect(recordIn({ ...sound, id: 7, year: 1999 })).toEqual({
      id: 7,
      title: 'T',
      text: ' x\n',
      blocks: undefined,
      fields: { id: 7, title: 'T', text: ' x\n', year: 1999 },
    })
  })

  it('takes of blocks the fields that are known', () => {
    const { blocks } = recordIn({ ...sound, blocks: [{ start: 1, end: 2, kind: 'item', depth: 1, colour: 'red' }] })
    expect(blocks).toEqual([{ start: 1, end: 2, kind: 'item', path: [], depth: 1 }])
  })

  it.each([
    [[1], 'is not an object'],
    [null, 'is not an object'],
    [{ id: null, title: ' ', text: '\n' }, 'has no usable "id", "title", "text"'],
    [{ ...sound, blocks: {} }, 'has no usable "blocks"'],
    [{ ...sound, blocks: [1] }, 'has no usable "blocks.0"'],
    [
      { ...sound, blocks: [{ start: -1, end: 1.5, kind: 'poem', path: ['A', 2], speaker: 3 }] },
      'has no usable "blocks.0.start", "blocks.0.end", "blocks.0.kind", "blocks.0.speaker", "blocks.0.path.1"',
    ],
  ])('names what is of no use: %j', (line, problem) => {
    expect(() => recordIn(line)).toThrow(problem)
  })
})
