import { expect, test } from 'vitest'
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
