import { expect, test } from 'vitest'
import { readHtml } from '#corpus/readers/html.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import { documentOf, quoted, written } from '../../test/quoted.ts'
import { isOfFacts, worthInEntry } from './entry-value.ts'
import { openingPassage } from './opening-passage.ts'
import { passageRules } from './passage-rules.ts'

const directive = (name: string, facts: readonly string[], text: string) => `
  <h2>${name} Directive</h2>
  <table>${facts.map((fact) => `<tr><th>${fact.replace(': ', ':</th><td>')}</td></tr>`).join('')}</table>
  <p>${text}</p>`

const document = documentOf(
  'Lock Directives',
  readHtml(`<html><body><h1>Lock Directives</h1>
${directive(
  'LockQueue',
  [
    'Description: Largest number of ships that wait before the lock',
    'Syntax: LockQueue ships',
    'Default: LockQueue 40',
  ],
  'Ships beyond that are sent to the lake.',
)}
${directive(
  'LockWait',
  ['Description: Time at the gate', 'Syntax: LockWait seconds', 'Default: LockWait 90'],
  'The number of seconds that a ship waits for the gate to open. It may be changed at dusk.',
)}
</body></html>`),
)

const asked = (text: string) => understand(text, { library: memoryLibrary([]), origins: new Origins([]) })
const shown = (words: string, text: string) =>
  written(openingPassage(quoted(document, words), passageRules(asked(text))))

const QUEUE = 'Default: LockQueue 40'
const SHIPS = 'How many ships may wait before the lock by default?'

test('a line that says nothing but the value asked for stands before what says best of what it is the value', () => {
  expect(shown(QUEUE, SHIPS)).toBe(`${QUEUE}\n\nLargest number of ships that wait before the lock`)
  expect(shown('Default: LockWait 90', 'How many seconds does a ship wait for the gate to open?')).toBe(
    'Default: LockWait 90\n\nThe number of seconds that a ship waits for the gate to open.',
  )
})

test('where no value is asked for the line stands for itself', () => {
  expect(shown(QUEUE, 'Why does a ship wait before the lock?')).not.toContain('Largest number')
})

test('the value of an entry is worth as much as what says what the entry is', () => {
  const evidence = (words: string, worth: number) => ({
    ...quoted(document, words),
    covers: new Set<string>(),
    terms: new Set<string>(),
    score: 1,
    worth,
  })
  const value = evidence(QUEUE, 2)
  const description = evidence('Description: Largest number of ships that wait before the lock', 9)
  const other = evidence('Description: Time at the gate', 20)
  const worth = (text: string) => worthInEntry(asked(text))(value, [value, description, other])
  expect(worth(SHIPS)).toBe(10)
  expect(worth('Why does a ship wait before the lock?')).toBe(3)
  expect(worthInEntry(asked(SHIPS))(description, [value, description, other])).toBe(10)
})

test('the lines of facts of an entry are no items of what it lists', () => {
  expect(isOfFacts(quoted(document, 'Syntax: LockQueue ships'))).toBe(true)
  expect(isOfFacts(quoted(document, 'Ships beyond that are sent to the lake.'))).toBe(false)
})
