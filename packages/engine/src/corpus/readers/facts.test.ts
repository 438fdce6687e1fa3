import { expect, test } from 'vitest'
import { readHtml } from './html.ts'
import type { readText } from './text.ts'

const shown = ({ text, blocks = [] }: ReturnType<typeof readText>) =>
  blocks.map(({ kind, start, end, path }) => [kind, text.slice(start, end).replace(/\s+/g, ' '), path.join(' › ')])

test('facts below a heading belong to the paragraph that explains them', () => {
  const page = `<h2>gate_timeout</h2><p>Type: number<br>Default: 30</p><p>Shuts a gate after this many seconds.</p><p>Gates are slow.</p>
    <h2>gate_open</h2><p>Default: no</p><p>Opens all gates.</p>
    <h2>Gates</h2><p>Note: a gate is shut by its keeper.</p><p>Keepers sleep in towers.</p>`
  expect(shown(readHtml(page))).toEqual([
    ['heading', 'gate_timeout', ''],
    ['paragraph', 'Type: number Default: 30 Shuts a gate after this many seconds.', 'gate_timeout'],
    ['paragraph', 'Gates are slow.', 'gate_timeout'],
    ['heading', 'gate_open', ''],
    ['paragraph', 'Default: no Opens all gates.', 'gate_open'],
    ['heading', 'Gates', ''],
    ['paragraph', 'Note: a gate is shut by its keeper.', 'Gates'],
    ['paragraph', 'Keepers sleep in towers.', 'Gates'],
  ])
})

const table = (...cells: string[]) => `<table><tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr></table>`

test('a table of one row, a name and its facts, heads what follows up to the next one or the next heading', () => {
  const page = `<h2>Options</h2><p>All options of a lock.</p>
    ${table('water_limit', 'Use: main', 'Type: integer', 'Default: 50M')}<p>Limits the water of a lock. For example:</p><pre>water_limit = 3</pre>
    ${table('water_kind', 'Use: main', 'Default: fresh')}<p>Says what water it is.</p>
    <h2>Boats</h2><p>Boats are long.</p>`
  expect(shown(readHtml(page))).toEqual([
    ['heading', 'Options', ''],
    ['paragraph', 'All options of a lock.', 'Options'],
    ['heading', 'water_limit', 'Options'],
    [
      'caption',
      'Use: main | Type: integer | Default: 50M Limits the water of a lock. For example:',
      'Options › water_limit',
    ],
    ['code', 'water_limit = 3', 'Options › water_limit'],
    ['heading', 'water_kind', 'Options'],
    ['paragraph', 'Use: main | Default: fresh Says what water it is.', 'Options › water_kind'],
    ['heading', 'Boats', ''],
    ['paragraph', 'Boats are long.', 'Boats'],
  ])
})

test('rows of a table, and a row that names nothing, stay rows', () => {
  const rows =
    '<table><tr><td>up</td><td>Use: main</td><td>Default: 1</td></tr><tr><td>down</td><td>Use: main</td><td>Default: 2</td></tr></table>'
  expect(shown(readHtml(rows)).map(([kind]) => kind)).toEqual(['row', 'row'])
  expect(shown(readHtml(table('All the locks', 'Use: main', 'Default: 1'))).map(([kind]) => kind)).toEqual(['row'])
  expect(shown(readHtml(table('locks', 'They are', 'slow.'))).map(([kind]) => kind)).toEqual(['row'])
})

const headed = (labels: readonly string[], ...rows: readonly (readonly string[])[]) =>
  `<table><thead><tr>${labels.map((label) => `<th>${label}</th>`).join('')}</tr></thead><tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table>`

test('an empty cell says no fact', () => {
  const labels = ['type', 'default', 'range', 'since']
  const page = `<h1>Locks</h1><h2>GateLimit</h2>${headed(labels, ['integer', '', '1 to 9', ''])}<p>So many gates open.</p>`
  expect(shown(readHtml(page)).at(-1)).toEqual([
    'paragraph',
    'Type: integer | Range: 1 to 9 So many gates open.',
    'Locks › GateLimit',
  ])
})

test('a table of one row below a heading says the facts of what that names', () => {
  const labels = ['type', 'default', '<code>old</code> name']
  const page = `<h1>Locks</h1><h2>GateLimit</h2>${headed(labels, ['integer', 'as many as there are', '$Gates'])}
    <p>New in version 8.3.</p><p>So many gates open.</p><p>Gates are slow.</p>
    <h2>Kinds</h2>${headed(labels, ['integer', '1', ''], ['string', '2', ''])}<p>Two kinds.</p>
    <h2>Others</h2><p>As below.</p>${headed(labels, ['integer', '1', ''])}`
  const found = shown(readHtml(page))
  expect(found.slice(1, 4)).toEqual([
    ['heading', 'GateLimit', 'Locks'],
    [
      'paragraph',
      'Type: integer | Default: as many as there are | Old name: $Gates New in version 8.3. So many gates open.',
      'Locks › GateLimit',
    ],
    ['paragraph', 'Gates are slow.', 'Locks › GateLimit'],
  ])
  expect(found.slice(4).map(([kind]) => kind)).toEqual([
    'heading',
    'row',
    'row',
    'row',
    'paragraph',
    'heading',
    'paragraph',
    'row',
    'row',
  ])
})
