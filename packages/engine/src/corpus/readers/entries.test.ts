import { expect, test } from 'vitest'
import { readText } from './text.ts'

const PROSE = Array.from({ length: 12 }, (_, at) => `       It is a line of the text, number ${at}, to fill the page.`)

/** The blocks of a page of a manual behind its introduction: kind, text, path. */
function shown(...lines: string[]): [string, string, string][] {
  const { text, blocks = [] } = readText(['TOPICS', ...PROSE, '', 'OPTIONS', ...lines].join('\n'))
  return blocks
    .slice(blocks.findIndex(({ start, end }) => text.slice(start, end) === 'OPTIONS') + 1)
    .map(({ kind, start, end, path }) => [kind, text.slice(start, end).replace(/\s+/g, ' '), path.slice(1).join(' › ')])
}

test('names of one option in several lines share what explains them, in the last of these or below', () => {
  expect(
    shown(
      '       --lift',
      '       -l     Lifts a ship by its lock, from the lower',
      '              lake.',
      '',
      '       --fill',
      '       --fill-up',
      '              Fills a lock with water from the lake.',
    ),
  ).toEqual([
    ['heading', '--lift -l', ''],
    ['paragraph', 'Lifts a ship by its lock, from the lower lake.', '--lift, -l'],
    ['heading', '--fill --fill-up', ''],
    ['paragraph', 'Fills a lock with water from the lake.', '--fill, --fill-up'],
  ])
})

test('a name that fills its column is parted from its explanation by a single space', () => {
  expect(
    shown(
      '       keeper Sees to the lock, which is shut at night',
      '              and in winter.',
      '',
      '       warden Sees to all of the keepers.',
      '',
      '       It is said that wardens sleep in the towers of the locks.',
    ),
  ).toEqual([
    ['heading', 'keeper', ''],
    ['paragraph', 'Sees to the lock, which is shut at night and in winter.', 'keeper'],
    ['heading', 'warden', ''],
    ['paragraph', 'Sees to all of the keepers.', 'warden'],
    ['paragraph', 'It is said that wardens sleep in the towers of the locks.', ''],
  ])
})

test('an option in one line, a value far from its option, and what stands below an empty line', () => {
  expect(shown('       -q      Stays quiet, and tells nobody of it.')).toEqual([
    ['heading', '-q', ''],
    ['paragraph', 'Stays quiet, and tells nobody of it.', '-q'],
  ])
  expect(shown('       -s  ship-size', '              Says how long the ships are, in feet.')[0]).toEqual([
    'heading',
    '-s ship-size',
    '',
  ])
  expect(shown('       --soft', '', '           Keeps what is there in the lock.')).toEqual([
    ['heading', '--soft', ''],
    ['paragraph', 'Keeps what is there in the lock.', '--soft'],
  ])
})

test('terms within the explanation of a term stand under both, and what follows them does not', () => {
  expect(
    shown(
      '       --gate',
      '              Opens a gate, which is done by a command:',
      '',
      '              up',
      '                     Opens it upwards, as most of them are.',
      '',
      '              That is all there is to say of the gates.',
    ).slice(2),
  ).toEqual([
    ['heading', 'up', '--gate'],
    ['paragraph', 'Opens it upwards, as most of them are.', '--gate › up'],
    ['paragraph', 'That is all there is to say of the gates.', '--gate'],
  ])
})

test('an item that is a name alone is the term of what stands below it', () => {
  expect(
    shown(
      '       ○   --raw / -r:',
      '',
      '           Shows the water as it is in the lake.',
      '',
      '       ○   -L directory',
      '',
      '           Looks there for the locks and their keepers.',
      '',
      '       o   Locks are opened by hand.',
    ),
  ).toEqual([
    ['item', '○ --raw / -r:', '--raw / -r'],
    ['paragraph', 'Shows the water as it is in the lake.', '--raw / -r'],
    ['item', '○ -L directory', '-L directory'],
    ['paragraph', 'Looks there for the locks and their keepers.', '-L directory'],
    ['item', 'o Locks are opened by hand.', ''],
  ])
})

test('a list within an explanation stands under its term', () => {
  expect(
    shown('       --gate', '              Opens a gate of the lock, by:', '', '              •   hand;').at(-1),
  ).toEqual(['item', '• hand;', '--gate'])
})

test('beside the margin of a page a number is a term, and a bar parts no cells', () => {
  expect(
    shown('       0', '           No errors were found in it.', '', '       1', '           Errors were found in it.'),
  ).toEqual([
    ['heading', '0', ''],
    ['paragraph', 'No errors were found in it.', '0'],
    ['heading', '1', ''],
    ['paragraph', 'Errors were found in it.', '1'],
  ])
  expect(shown('       The same is told by .a.b and by .a | .b in that order.')[0]?.[0]).toBe('paragraph')
})

test('of several columns the last one explains', () => {
  expect(
    shown(
      '       C-l k     (lift)        Lifts a ship',
      '                               that waits',
      '                               there.',
    ),
  ).toEqual([
    ['heading', 'C-l k (lift)', ''],
    ['paragraph', 'Lifts a ship that waits there.', 'C-l k (lift)'],
  ])
})

test('a command that goes on in the next line is no term', () => {
  expect(shown('       lift -av --soft \\', '           lower:lake upper')[0]?.[0]).not.toBe('heading')
})

test('several lines with text behind each name are no name of what follows', () => {
  expect(
    shown('       0    - None', '       1    - One', '       2    - Two, of which there', '              are more').map(
      ([kind]) => kind,
    ),
  ).not.toContain('heading')
})

test('the margin is where running text goes on in a second line, however little of it does', () => {
  const deep = Array.from(
    { length: 600 },
    (_, at) => `           It is a line of an entry, number ${at}, which is further in.`,
  )
  const page = ['TOPICS', ...PROSE, '       It goes on here.', '', 'OPTIONS', '       --soft', ...deep].join('\n')
  const { text, blocks = [] } = readText(page)
  expect(blocks.filter(({ kind }) => kind === 'heading').map(({ start, end }) => text.slice(start, end))).toEqual([
    'TOPICS',
    'OPTIONS',
    '--soft',
  ])
})

test('reads tables that are drawn with box characters', () => {
  const { text, blocks = [] } = readText(
    '┌─────┬──────┐\n│key  │ what │\n├─────┼──────┤\n│a    │ one  │\n├─────┼──────┤\n│b    │ two  │\n└─────┴──────┘',
  )
  expect(blocks.filter(({ kind }) => kind === 'row').map(({ start, end }) => text.slice(start, end))).toEqual([
    '| key | what |',
    '| a | one |',
    '| b | two |',
  ])
})

test('lines of a page that begin with labels are entries', () => {
  expect(
    shown(
      '       All are shares of an hour.',
      '       up: time to fill a lock.',
      '       down: time to empty one, which is less than',
      '       the other.',
      '       rest: what is left.',
    ),
  ).toEqual([
    ['paragraph', 'All are shares of an hour.', ''],
    ['item', 'up: time to fill a lock.', 'up'],
    ['item', 'down: time to empty one, which is less than the other.', 'down'],
    ['item', 'rest: what is left.', 'rest'],
  ])
})

test('what a colon introduces, set apart behind an empty line, is code unless it is running text', () => {
  expect(
    shown(
      '       An example of its use is:',
      '',
      '           lift upper 3',
      '',
      '       It lifts a ship by three steps.',
      '',
      '       What it says at the end is:',
      '',
      '           this is the end of the way up by the lock',
    ),
  ).toEqual([
    ['caption', 'An example of its use is:', ''],
    ['code', ' lift upper 3', ''],
    ['paragraph', 'It lifts a ship by three steps.', ''],
    ['paragraph', 'What it says at the end is:', ''],
    ['paragraph', 'this is the end of the way up by the lock', ''],
  ])
})
