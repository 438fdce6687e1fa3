import { expect, it } from 'vitest'
import { expectSoundBlocks } from '../../../test/corpus/sound-blocks.ts'
import { readRst } from './rst.ts'

function shown(rst: string) {
  const { text, blocks = [] } = readRst(rst)
  expectSoundBlocks(text, blocks)
  return blocks.map(({ kind, number, start, end }) => ({ kind, number, text: text.slice(start, end) }))
}
const rows = (rst: string) =>
  shown(rst)
    .filter(({ kind }) => kind === 'row')
    .map(({ number, text }) => [number, text])

it('reads notes, names that stand for a text, figures and remarks', () => {
  const rst = `.. |max| replace::
   71
   degrees

A lock shuts at |max|. [#f]_ See [Lee24]_.

.. [#f] It is green.
.. [Lee24] Ann Lee, *Locks*.

.. figure:: lock.png
   :alt: a lock

   The lock in winter.

.. versionadded:: 3.2
   It opens faster.
`
  expect(shown(rst).map(({ text }) => text)).toEqual([
    'A lock shuts at 71 degrees. See [Lee24].',
    'It is green.',
    '[Lee24] Ann Lee, Locks.',
    'The lock in winter.',
    'New in version 3.2 It opens faster.',
  ])
})

it('reads drawn tables in which a cell covers several rows or columns', () => {
  const grid = `+-------+---------+-------+
| Lock  | Width   | Toll  |
+=======+=========+=======+
| Salt  | 4 m     | 2     |
|       +---------+-------+
| lock  | 6 m     | 3     |
+-------+---------+-------+
| Rye   | shut in winter  |
+-------+-----------------+
`
  expect(rows(grid)).toEqual([
    [0, 'Lock | Width | Toll'],
    [1, 'Salt lock | 4 m | 2'],
    [2, 'Salt lock | 6 m | 3'],
    [3, 'Rye | shut in winter | shut in winter'],
  ])
})

it('reads tables that are written as a list, as values with commas, and in columns with a blank line', () => {
  const list =
    '.. list-table:: Tolls\n   :header-rows: 1\n\n   * - Lock\n     - Toll\n   * - Salt\n       lock\n     - 2\n'
  expect(rows(list)).toEqual([
    [0, 'Lock | Toll'],
    [1, 'Salt lock | 2'],
  ])
  expect(rows('.. csv-table:: Tolls\n   :header: "Lock", "Toll"\n\n   "Salt, old", 2\n')).toEqual([
    [0, 'Lock | Toll'],
    [1, 'Salt, old | 2'],
  ])
  expect(rows('=====  ====\nLock   Toll\n=====  ====\nSalt   2\n\nRye    3\n=====  ====\n')).toEqual([
    [0, 'Lock | Toll'],
    [1, 'Salt | 2'],
    [2, 'Rye | 3'],
  ])
})

it('takes the marks of a line from each word by itself', () => {
  const rst = `Both \`\`__file__\`\`, \`\`__name__\`\` and \`\`a\`b\`\` stay, as 2\\*3 and foo_bar do.

The lock_ calls :meth:\`~lock.Gate.shut\` as :ref:\`the rules <rules>\` and :pep:\`8\` say; *see* \`the site\`__.

... is how it goes on.

..

  An empty remark holds nothing.

..
  This one does.
`
  expect(shown(rst).map(({ text }) => text)).toEqual([
    'Both `__file__`, `__name__` and `a`b` stay, as 2*3 and foo_bar do.',
    'The lock calls `shut` as the rules and PEP 8 say; see the site.',
    '... is how it goes on.',
    'An empty remark holds nothing.',
  ])
})

it('reads what is set with tabs in the columns where they lead', () => {
  const rst = '=======\t=====\nGate\tOpens\n=======\t=====\nlow\tat 8\nhigh\tat 9\n=======\t=====\n'
  expect(rows(rst)).toEqual([
    [0, 'Gate | Opens'],
    [1, 'low | at 8'],
    [2, 'high | at 9'],
  ])
})
