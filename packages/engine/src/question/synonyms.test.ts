import { expect, test } from 'vitest'
import { terms } from '#language/terms.ts'
import { alternatives, asWritten } from './synonyms.ts'

const content = (text: string) =>
  asWritten(text, terms(text, 'en')).flatMap(({ term, stop, start, end }) =>
    stop ? [] : [[term, text.slice(start, end)]],
  )

test.each([
  [
    'the ticket runs out in spring',
    [
      ['ticket', 'ticket'],
      ['expir', 'runs'],
      ['spring', 'spring'],
    ],
  ],
  [
    'throw old tickets out',
    [
      ['remov', 'throw'],
      ['old', 'old'],
      ['ticket', 'tickets'],
    ],
  ],
  [
    'we ran out of tickets',
    [
      ['run', 'ran'],
      ['ticket', 'tickets'],
    ],
  ],
  [
    'try the ticket again, leave all out and roll them back',
    [
      ['retri', 'try'],
      ['ticket', 'ticket'],
      ['exclud', 'leave'],
      ['rollback', 'roll'],
    ],
  ],
  [
    'turn a ticket back into a name',
    [
      ['deseri', 'turn'],
      ['ticket', 'ticket'],
      ['name', 'name'],
    ],
  ],
  [
    'how many tickets if I set nothing?',
    [
      ['ticket', 'tickets'],
      ['default', 'if'],
    ],
  ],
  ...[
    'how many tickets if I leave the settings alone?',
    'how many tickets when no limit has been set?',
    'how many tickets if I define none myself?',
  ].map((text): [string, string[][]] => [
    text,
    [
      ['ticket', 'tickets'],
      ['default', /if|when/.exec(text)?.[0] ?? ''],
    ],
  ]),
  [
    'how often do tickets expire?',
    [
      ['interv', 'how'],
      ['ticket', 'tickets'],
      ['expir', 'expire'],
    ],
  ],
])('%s is asked for as documentation writes it', (text, expected) => {
  expect(content(text)).toEqual(expected)
})

const frequencies = new Map([['directori', 3]])
const library = { passageCount: 100, documentFrequency: (term: string) => frequencies.get(term) ?? 0 }

test('what the library has stands for a term of the question, unless that is a name', () => {
  expect([...alternatives(['folder', 'boat'], () => false, library)]).toEqual([['directori', 'folder']])
  expect([...alternatives(['folder'], () => true, library)]).toEqual([])
  expect([...alternatives(['folder', 'directori'], () => false, library)]).toEqual([])
})

test('a version is the same with and without the letter that says so', () => {
  const known = (term: string) => ({ passageCount: 100, documentFrequency: (each: string) => Number(each === term) })
  expect([...alternatives(['5'], () => false, known('v5'))]).toEqual([['v5', '5']])
  expect([...alternatives(['v5'], () => false, known('5'))]).toEqual([['5', 'v5']])
})

test('nothing stands for a word that the library itself writes everywhere', () => {
  const known = (folders: number) => ({
    passageCount: 100,
    documentFrequency: (term: string) => (term === 'folder' ? folders : 3),
  })
  expect([...alternatives(['folder'], () => false, known(10)).keys()]).toContain('directori')
  expect([...alternatives(['folder'], () => false, known(11)).keys()]).toEqual([])
})

test('a word of everyday talk is written as documentation has it, and not the other way round', () => {
  const known = (term: string) => ({ passageCount: 100, documentFrequency: (each: string) => Number(each === term) })
  expect([...alternatives(['fake'], () => false, known('mock'))]).toEqual([['mock', 'fake']])
  expect([...alternatives(['mock'], () => false, known('fake'))]).toEqual([])
})

test.each([
  ['diagnose', 'diagnosis'],
  ['analyse', 'analysis'],
  ['synthesize', 'synthesis'],
])('“%s” is told by its noun, which stemming does not bring together with it', (verb, noun) => {
  const [asked = '', written = ''] = terms(`${verb} ${noun}`, 'en').map(({ term }) => term)
  const known = { passageCount: 100, documentFrequency: (each: string) => Number(each === written) }
  expect(asked).not.toBe(written)
  expect([...alternatives([asked], () => false, known)]).toEqual([[written, asked]])
})
