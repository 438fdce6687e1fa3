import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, quoted, written } from '../../test/quoted.ts'
import { withoutPreamble } from './preamble.ts'

const TEXT = [
  'The canal is old.',
  'Locks are listed here:',
  'The keeper opens the gate.',
  'It is of oak.',
  'Default: dawn',
]
const document = documentOf('Canal', readMarkdown(`# Canal\n\n## Gates\n\n${TEXT.join('\n\n')}`))

/** What is left of some paragraphs, of which the last was chosen to lead and those without a gate hold little. */
function left(...texts: string[]): string {
  const parts = texts.map((text) => quoted(document, text))
  const lead = parts.at(-1)
  if (lead === undefined) throw new Error('A passage has a paragraph.')
  return written(withoutPreamble(parts, lead, ({ quote }) => !/gate|oak/.test(quote), { asksForCode: false }))
}

const [old = '', listed = '', opens = '', oak = '', byDefault = ''] = TEXT

test('what holds little of the question is left out before what leads', () => {
  expect(left(old, opens)).toBe(opens)
  expect(left(opens, oak)).toBe(`${opens}\n\n${oak}`)
})

test('what introduces the next part, what that speaks of, and a fact stay', () => {
  expect(left(listed, opens)).toContain(listed)
  expect(left(old, oak)).toContain(old)
  expect(left(byDefault, opens)).toContain(byDefault)
})

test('nothing stands before code that tells a fact, but a way is told with it', () => {
  const page = documentOf('Canal', readMarkdown('# Canal\n\nThe canal is old.\n\n```js\nopen(gate)\n```'))
  const parts = [quoted(page, 'The canal is old.'), quoted(page, 'open(gate)')]
  const shown = (asksForCode: boolean) =>
    withoutPreamble(parts, quoted(page, 'open(gate)'), ({ quote }) => !quote.includes('gate'), { asksForCode })
  expect(shown(false)).toEqual(parts.slice(1))
  expect(shown(true)).toEqual(parts)
})

test('code stands before no text that says a fact, unless that speaks of it', () => {
  const page = documentOf(
    'Canal',
    readMarkdown('# Canal\n\n```sh\nfill\n```\n\nThe gate is oak.\n\nThis opens the gate.'),
  )
  const shown = (lead: string, asksForCode = false) =>
    written(
      withoutPreamble(
        [quoted(page, 'fill'), quoted(page, lead)],
        quoted(page, lead),
        ({ quote }) => !quote.includes('gate'),
        { asksForCode },
      ),
    )
  expect(shown('The gate is oak.')).toBe('The gate is oak.')
  expect(shown('The gate is oak.', true)).toContain('fill')
  expect(shown('This opens the gate.')).toContain('fill')
})

test('where what leads holds little itself, nothing is left out', () => {
  expect(left(old, byDefault)).toContain(old)
})
