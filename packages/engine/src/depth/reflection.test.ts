import { expect, test } from 'vitest'
import type { Evidence } from '#evidence/ledger.ts'
import type { InvestigationParts } from './investigation-parts.ts'
import { Reflection } from './reflection.ts'
import type { SubQuestion } from './sub-question.ts'

const DOCUMENT = { id: 'a', url: 'urn:a', title: 'A paper', text: 'A bridge.', sourceType: 'text' }
const noteAt = (start: number) => ({ document: DOCUMENT, start }) as unknown as Evidence

/** A reflection of a model that always asks for more. */
function reflection(parts: readonly Partial<SubQuestion>[]) {
  const notes: Evidence[] = []
  const use = { ready: () => true, ask: async () => ({ done: false, questions: ['What did the bridge cost?'] }) }
  const run = { question: { text: 'What is known of the bridge?' } }
  const given = { run, budget: { subQuestions: 4 }, use, signal: new AbortController().signal }
  const subs = parts.map((part) => ({ text: 'What?', notes: [], state: 'thin', ...part })) as unknown as SubQuestion[]
  return { notes, reflection: new Reflection(given as unknown as InvestigationParts, subs, { notes: () => notes }) }
}

test('of what was reviewed no second review is asked for; one sentence more is news, the same one for another part is none', async () => {
  const { reflection: asked, notes } = reflection([{}])
  notes.push(noteAt(0))
  expect(asked.hasNews).toBe(true)
  asked.begin()
  expect(asked.isUnderWay).toBe(true)
  expect((await asked.found()).found?.further.map(({ text }) => text)).toEqual(['What did the bridge cost?'])
  expect(asked.isUnderWay).toBe(false)
  notes.push(noteAt(0))
  expect(asked.hasNews).toBe(false)
  notes.push(noteAt(9))
  expect(asked.hasNews).toBe(true)
})

test('a model is asked twice at most, and never where all is answered or there is no room for another part', async () => {
  const { reflection: asked } = reflection([{}])
  for (const _ of [1, 2]) {
    expect(asked.mayBegin).toBe(true)
    asked.begin()
    await asked.found()
  }
  expect(asked.mayBegin).toBe(false)
  expect(reflection([{ state: 'answered' }]).reflection.mayBegin).toBe(false)
  const full = reflection(Array.from({ length: 7 }, () => ({}))).reflection
  expect(full.room).toBe(0)
  expect(full.mayBegin).toBe(false)
})
