import { expect, test } from 'vitest'
import { readHtml } from '#corpus/readers/html.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import { documentOf, quoted, written } from '../../test/quoted.ts'
import { shownRules } from './passage-rules.ts'
import { shownPassage } from './shown-passage.ts'

const entry = (name: string, rest: string) =>
  `<dt>${name}</dt><dd><p>Grammar: <code>${name} &lt;feet&gt;;</code></p><p>Tags: gate, water</p><p>Default: 30</p>${rest}</dd>`

const page = documentOf(
  'Canal',
  readHtml(
    `<h1>Canal</h1><h2>Settings</h2><p>Each can be set by the keeper.</p><dl>${entry(
      'lock-length',
      '<p>Says how long a lock is from its upper gate to its lower one.</p><p>A longer ship has to wait.</p>',
    )}${entry('lock-width', '<p>Says how wide a lock is.</p>')}</dl>`,
  ),
)

function shown(words: string, text: string): string {
  const question = understand(text, { library: memoryLibrary([]), origins: new Origins([]) })
  return written(shownPassage(quoted(page, words), shownRules(question)))
}

test('what an entry says behind labels is left out between its name and what explains it', () => {
  const text = shown('A longer ship has to wait.', 'Which ships wait for the lock?')
  expect(text).toMatch(/^lock-length: Says how long a lock is/)
  expect(text).toMatch(/has to wait\.$/)
})

test('a label that the question writes stays, and so does what answers it', () => {
  expect(shown('Says how long', 'What grammar does the length of a lock have?')).toContain('Grammar: `lock-length')
  expect(shown('Default: 30', 'What is the default length of a lock?')).toContain('Default: 30')
})

test('where an option is to be explained, its default stays, and its tags do not', () => {
  const text = shown('Says how wide a lock is.', 'What does lock-width mean?')
  expect(text).toContain('Default: 30')
  expect(text).not.toContain('Tags')
})
