import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, evidenceOf, quoted } from '../../test/quoted.ts'
import { composeParts, PART_NOT_ANSWERED } from './compose-parts.ts'

const text = (title: string, heading: string) =>
  documentOf(title, readMarkdown(`# ${title}\n\n${heading}The gate opens at dawn. A dog barks.\n`))
const shown = (heading: string, showsRest: boolean) => {
  const document = text('Canal', heading)
  const passage = [quoted(document, 'The gate opens at dawn.')]
  const asks = [
    { written: 'When does the gate open?', passage, cited: [] },
    { written: 'Who owns it?', passage: undefined, cited: [] },
  ]
  const parts = composeParts(asks, [evidenceOf(document, 'A dog barks.')], { showsRest })
  return parts.map(({ text: words }) => words).join('')
}

test('each part is answered, and what else was chosen follows where it is clear by itself', () => {
  expect(shown('', false)).toContain(`${PART_NOT_ANSWERED} “Who owns it?”`)
  expect(shown('', false)).toContain('A dog barks.')
  expect(shown('## Gate\n\n', false)).not.toContain('A dog barks.')
  expect(shown('## Gate\n\n', true)).toContain('A dog barks.')
})
