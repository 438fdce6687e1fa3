import { expect, test } from 'vitest'
import type { SourceDocument } from '../types.ts'
import { agreesAsQuoted } from './quoted-polarity.ts'

function agrees(claim: string, quoted: string, text: string): boolean {
  const start = text.indexOf(quoted)
  const document: SourceDocument = { id: 'd', url: 'urn:d', title: 'News', text, sourceType: 'other' }
  return agreesAsQuoted(claim, document, { start, end: start + quoted.length })
}

test.each([
  // What follows behind a comma hedges something else.
  [
    'The hosts lost.',
    'the hosts lost 29 to 28',
    'In May the hosts lost 29 to 28, in one of the best games you are likely to see.',
    true,
  ],
  [
    'The hosts lost.',
    'the hosts lost 29 to 28',
    'In May the hosts lost 29 to 28 in what was likely the best game.',
    false,
  ],
  ['Ferries came back.', 'ferries came back', 'The trams never ran again; ferries came back.', true],
  ['Ferries came back.', 'ferries came back', 'It was never said that ferries came back.', false],
  // A hedge or a condition before it is one of it, whatever comma stands between.
  ['Ferries came back.', 'ferries came back', 'Perhaps, the town says, ferries came back.', false],
  ['Ferries come back.', 'ferries come back', 'If the town pays, ferries come back.', false],
  ['Ferries came back.', 'ferries may have come back', 'In May ferries may have come back.', false],
])('%s: quoted as “%s” from “%s”', (claim, quoted, text, expected) => {
  expect(agrees(claim, quoted, text)).toBe(expected)
})

test('words that do not stand there agree with nothing', () => {
  expect(agrees('Ferries came back.', '', '')).toBe(false)
})
