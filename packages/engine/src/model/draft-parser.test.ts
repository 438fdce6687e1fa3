import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DraftParser } from './draft-parser.ts'
import { takeHandles, withHandles, withoutCutHandle } from './handles.ts'

function parse(pieces: readonly string[], whole = true) {
  const parser = new DraftParser()
  return [...pieces.flatMap((piece) => parser.push(piece)), ...parser.end(whole)]
}

const TEXT =
  'Corals grow slowly [[e4kq]]. Some live for 4,000 years, as Dr. Berg found.[[e5xx]] [[e6yz]]\n\n## Reefs\n\n- One is old 【e4kq】.\n- Two (e5xx, e6yz) are older.'

test('sentences come with their handles, wherever the pieces are cut', () => {
  const expected = [
    { gap: '', text: 'Corals grow slowly.', handles: [{ handle: 'e4kq', at: 18 }] },
    {
      gap: ' ',
      text: 'Some live for 4,000 years, as Dr. Berg found.',
      handles: [
        { handle: 'e5xx', at: 45 },
        { handle: 'e6yz', at: 45 },
      ],
    },
    { gap: '\n\n', text: '## Reefs', handles: [] },
    { gap: '\n\n', text: '- One is old.', handles: [{ handle: 'e4kq', at: 12 }] },
    {
      gap: '\n',
      text: '- Two are older.',
      handles: [
        { handle: 'e5xx', at: 5 },
        { handle: 'e6yz', at: 5 },
      ],
    },
  ]
  expect(parse([TEXT])).toEqual(expected)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (sizes) => {
      const pieces: string[] = []
      for (let at = 0, i = 0; at < TEXT.length; i += 1) {
        const size = sizes[i % sizes.length] ?? 1
        pieces.push(TEXT.slice(at, at + size))
        at += size
      }
      expect(parse(pieces)).toEqual(expected)
    }),
  )
})

test('no text is lost or made, whatever a model writes', () => {
  const token = fc.constantFrom(
    'Coral. ',
    'A reef',
    ' [[e4',
    'kq]]',
    '. ',
    '\n\n',
    '[',
    ']',
    '(e5xx)',
    '【',
    '[1]',
    ' x ',
    '! ',
    '[^e2ab]',
  )
  fc.assert(
    fc.property(fc.array(token, { maxLength: 40 }), (pieces) => {
      const plain = (text: string) => text.replace(/\s+/g, '')
      const drafts = parse(pieces)
      expect(plain(drafts.map(({ gap, text }) => gap + text).join(''))).toBe(
        plain(takeHandles(withoutCutHandle(pieces.join(''))).text),
      )
      for (const { text, handles } of drafts) {
        for (const { at } of handles) expect(at >= 0 && at <= text.length).toBe(true)
      }
    }),
  )
})

test('of a text that broke off the last sentence is left out, unless it is whole', () => {
  expect(parse(['Corals grow. They may'], false).map(({ text }) => text)).toEqual(['Corals grow.'])
  expect(parse(['Corals grow. They do.'], false)).toHaveLength(2)
})

test('a sentence without an end is cut', () => {
  const drafts = parse(Array.from({ length: 2_000 }, () => 'coral '))
  expect(drafts.length).toBeGreaterThan(2)
  expect(Math.max(...drafts.map(({ text }) => text.length))).toBeLessThan(3_200)
})

test.each([
  ['A [[e4kq]] b', 'A b', ['e4kq']],
  ['A [[ E4KQ , e5xx ]] b', 'A b', ['e4kq', 'e5xx']],
  ['A [^e4kq] b', 'A b', ['e4kq']],
  ['A [e4kq; e5xx] b', 'A b', ['e4kq', 'e5xx']],
  ['A [[e99]] b', 'A b', ['e99']],
  ['A [[source 3]] b', 'A b', []],
  ['A [12] b [3, 4]', 'A b', []],
  ['A (else) b [etc] c', 'A (else) b [etc] c', []],
  ['A (e.g. this) b', 'A (e.g. this) b', []],
])('%s', (text, clean, ids) => {
  const taken = takeHandles(text)
  expect(taken.text).toBe(clean)
  expect(taken.handles.map(({ handle }) => handle)).toEqual(ids)
})

test('each item has a handle of its own that is found again', () => {
  const items = Array.from({ length: 500 }, (_, i) => i)
  const handles = withHandles(items)
  expect(handles.size).toBe(500)
  for (const [handle, item] of handles) {
    expect(takeHandles(`A (${handle}).`).handles).toEqual([{ handle, at: 1 }])
    expect(handles.get(handle)).toBe(item)
  }
})

test.each(['[[', '[[e4', '[', '【e4kq', '[[e4kq]'])(
  'a handle that the end of the text cuts off is no text: %s',
  (cut) => {
    const [draft] = parse([`Corals grow slowly ${cut}`])
    expect(draft?.text).toBe('Corals grow slowly')
    for (const { at } of draft?.handles ?? []) expect(at).toBeLessThanOrEqual('Corals grow slowly'.length)
  },
)
