import { expect, test } from 'vitest'
import { readHtml } from '#corpus/readers/html.ts'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted, written } from '../../test/quoted.ts'

const document = documentOf(
  'Canal',
  readMarkdown(`# Canal

The lake is full. Finally, the upper gate is opened. For example, at dawn.

- gates
  - upper
    - oak
    - elm

1. opens the gate;
2. rings the bell, as told here:

   > aloud

3. sleeps, and
`),
)
const of = (...words: string[]) => written(words.map((each) => quoted(document, each)))

test('what only ties a sentence to one that is not shown is left out', () => {
  expect(of('Finally, the upper gate is opened.')).toBe('The upper gate is opened.')
  expect(of('The lake is full.', 'Finally, the upper gate is opened.')).toBe(
    'The lake is full. Finally, the upper gate is opened.',
  )
  expect(of('For example, at dawn.')).toBe('For example, at dawn.')
})

test('the outermost items that are shown stand at the margin, however deep they stood', () => {
  expect(of('- oak', '- elm')).toBe('- - oak\n- - elm')
  expect(of('- upper', '- oak', '- elm')).toBe('- - upper\n  - - oak\n  - - elm')
})

test('what only parts an item from the next one, or leads up to what is not shown, is left out', () => {
  const [gate, bell, sleeps] = ['opens the gate;', 'rings the bell, as told here:', 'sleeps, and']
  expect(of(gate, bell, sleeps)).toBe('1. opens the gate\n2. rings the bell, as told here\n3. sleeps')
  expect(of(bell, 'aloud')).toMatch(/told here:/)
  expect(of('opens the gate')).toBe('opens the gate')
})

test('what leads up to a list of terms keeps its colon, what explains one before the next loses it', () => {
  const html =
    '<h1>Locks</h1><p>Two kinds:</p><dl><dt>air</dt><dd><p>Keeps air, as here:</p></dd><dt>ship</dt><dd>Lifts.</dd></dl>'
  const page = documentOf('Locks', readHtml(html))
  const parts = ['Two kinds:', 'air', 'Keeps air, as here:', 'ship', 'Lifts.'].map((words) => quoted(page, words))
  expect(written(parts)).toBe('Two kinds:\n\n- air: Keeps air, as here\n- ship: Lifts.')
})
