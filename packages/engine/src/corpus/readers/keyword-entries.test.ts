import { expect, test } from 'vitest'
import { readText } from './text.ts'

const bodyOf = (title: string) =>
  `What is told of ${title.replace(/^[\d. ]+/, '').toLowerCase()} is told by its keeper, who is slow.`
const CONTENTS = ['1. Locks', '1.1. Filling', '1.2. Gates', '1.3. Keywords', '2. Boats', '3. Weather', '4. Keepers']

/** The blocks of the section of keywords of a manual with numbered sections: kind, text, path within the section. */
function shown(...lines: string[]): [string, string, string][] {
  const before = ['1. Locks', '1.1. Filling', '1.2. Gates'].flatMap((title) => [title, '', bodyOf(title), ''])
  const after = ['2. Boats', '3. Weather', '4. Keepers'].flatMap((title) => ['', title, '', bodyOf(title)])
  const { text, blocks = [] } = readText(
    ['Contents', '', ...CONTENTS, '', ...before, '1.3. Keywords', '', ...lines, ...after].join('\n'),
  )
  const at = blocks.findLastIndex(({ start, end }) => text.slice(start, end) === '1.3. Keywords')
  const end = blocks.findLastIndex(({ start, end }) => text.slice(start, end) === '2. Boats')
  return blocks
    .slice(at + 1, end)
    .map(({ kind, start, end, path }) => [kind, text.slice(start, end).replace(/\s+/g, ' '), path.slice(2).join(' › ')])
}

test('a keyword explained two columns further in is an entry, with all that follows', () => {
  expect(
    shown(
      'gate.bufsize <number>',
      '  Sets how much water a gate holds back. The default is 16384, and more of',
      '  it is rarely needed.',
      '',
      '  It is counted in litres.',
      '',
      'gate.edge-triggered { on | off }  [ EXPERIMENTAL ]',
      "  Enables ('on') or disables ('off') that the gate opens at its edge.",
      '',
      'gate_open : boolean',
      '  Returns true if the gate is open.',
    ),
  ).toEqual([
    ['heading', 'gate.bufsize <number>', ''],
    [
      'paragraph',
      'Sets how much water a gate holds back. The default is 16384, and more of it is rarely needed.',
      'gate.bufsize <number>',
    ],
    ['paragraph', 'It is counted in litres.', 'gate.bufsize <number>'],
    ['heading', 'gate.edge-triggered { on | off } [ EXPERIMENTAL ]', ''],
    [
      'paragraph',
      "Enables ('on') or disables ('off') that the gate opens at its edge.",
      'gate.edge-triggered { on | off } [ EXPERIMENTAL ]',
    ],
    ['heading', 'gate_open : boolean', ''],
    ['paragraph', 'Returns true if the gate is open.', 'gate_open : boolean'],
  ])
})

test('several ways to write a keyword share what explains them', () => {
  expect(
    shown(
      'gate opens-on-request',
      'no gate opens-on-request',
      '  Opens a gate whenever a keeper asks for it.',
      '',
      'lift to <place> [ if <condition> ]',
      'lift by   <steps> [ { if | unless } <condition> ]',
      '  Lifts a ship.',
    ).map(([kind, text]) => [kind, text]),
  ).toEqual([
    ['heading', 'gate opens-on-request no gate opens-on-request'],
    ['paragraph', 'Opens a gate whenever a keeper asks for it.'],
    ['heading', 'lift to <place> [ if <condition> ] lift by <steps> [ { if | unless } <condition> ]'],
    ['paragraph', 'Lifts a ship.'],
  ])
})

test('a name in a column of its own is explained by the text beside it', () => {
  expect(
    shown(
      'balance <way>',
      '  Says which of the locks is the next one.',
      '',
      '      in-turns    Each lock is used in turns, and none twice as often. It is',
      '                  limited by design to 4095 locks.',
      '',
      '                  This is the fairest of all ways.',
      '',
      '      leastboats  The lock with the fewest boats is used, which is best for',
      '                  long stays.',
    ).slice(2),
  ).toEqual([
    ['heading', 'in-turns', 'balance <way>'],
    [
      'paragraph',
      'Each lock is used in turns, and none twice as often. It is limited by design to 4095 locks.',
      'balance <way> › in-turns',
    ],
    ['paragraph', 'This is the fairest of all ways.', 'balance <way> › in-turns'],
    ['heading', 'leastboats', 'balance <way>'],
    [
      'paragraph',
      'The lock with the fewest boats is used, which is best for long stays.',
      'balance <way> › leastboats',
    ],
  ])
})

test('a sentence that goes on set apart is no entry, nor is a remark', () => {
  const kinds = (...lines: string[]) => shown(...lines).map(([kind]) => kind)
  expect(
    kinds('Note : a gate that is shut without its keeper having seen it is', '       never opened again.'),
  ).toEqual(['paragraph'])
  expect(kinds('See also : "gate.bufsize", "gate.speed", and', '           "balance".')).not.toContain('heading')
  expect(kinds('See the book of all the locks for', '  more of them.')).not.toContain('heading')
  expect(kinds('> show gates', '  The upper gate')).not.toContain('heading')
})

test('a number within a sentence begins no item', () => {
  expect(
    shown(
      'gate.frames <number>',
      '  Says how many frames there may be. It defaults to',
      '  100. A larger one is slow.',
    ),
  ).toEqual([
    ['heading', 'gate.frames <number>', ''],
    [
      'paragraph',
      'Says how many frames there may be. It defaults to 100. A larger one is slow.',
      'gate.frames <number>',
    ],
  ])
})

test('sections that the contents list are headings, whatever numbers the others have', () => {
  const { text, blocks = [] } = readText(
    [
      'Contents',
      '',
      ...CONTENTS,
      '',
      ...CONTENTS.flatMap((title) => [title, '-'.repeat(title.length), '', bodyOf(title), '']),
    ].join('\n'),
  )
  const headings = blocks.filter(({ kind }) => kind === 'heading').map(({ start, end }) => text.slice(start, end))
  expect(headings.filter((title) => /^\d/.test(title))).toEqual(CONTENTS)
})
