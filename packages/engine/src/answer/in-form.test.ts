import { expect, test } from 'vitest'
import type { Evidence } from '#evidence/ledger.ts'
import type { AnswerForm } from '#question/instructions.ts'
import type { Block, SourceDocument } from '../types.ts'
import { composeInForm, hasForm } from './in-form.ts'

const TEXT = 'A lock lifts ships. It was built in 1911. Nobody knows why.'

function evidence(id: string, quote: string, text = TEXT): Evidence {
  const block: Block = { start: 0, end: text.length, kind: 'paragraph', path: [] }
  const document: SourceDocument = { id, url: `urn:${id}`, title: id, text, blocks: [block], sourceType: 'other' }
  const start = text.indexOf(quote)
  return {
    document,
    start,
    end: start + quote.length,
    quote,
    block,
    covers: new Set(),
    terms: new Set(),
    score: 0,
    worth: 0,
  }
}

const ranked = [evidence('A', 'A lock lifts ships.'), evidence('B', 'Ships pay | a toll.', 'Ships pay | a toll.')]
const written = (form: AnswerForm) => {
  const parts = composeInForm(ranked, form)
  for (const part of parts)
    if (part.kind === 'quote')
      expect(part.quotation.document.text.slice(part.quotation.start, part.quotation.end)).toBe(part.quotation.quote)
  return parts.map(({ text }) => text).join('')
}

test('so many sentences: those that follow the best one, then others', () => {
  expect(written({ sentences: 1 })).toBe('A lock lifts ships. — A')
  expect(written({ sentences: 2 })).toBe('A lock lifts ships. It was built in 1911. — A')
  expect(written({ sentences: 4 })).toContain('Nobody knows why. — A Ships pay | a toll. — B')
})

test('no more characters than were asked for, cut between words where one sentence is too long', () => {
  expect(written({ characters: 45 })).toBe('A lock lifts ships. It was built in 1911.')
  const long = evidence('C', `${'ship '.repeat(30)}sails.`, `${'ship '.repeat(30)}sails.`)
  const [part] = composeInForm([long], { characters: 50 })
  expect(part?.text.length).toBeLessThanOrEqual(50)
  expect(part?.text).toMatch(/ship$/)
})

test('a list has an item for each block, a table a row, but for what would end its cell', () => {
  expect(written({ layout: 'list' })).toBe('- A lock lifts ships. — A\n- Ships pay | a toll. — B')
  expect(written({ layout: 'table' })).toBe('| Answer | Source |\n| --- | --- |\n| A lock lifts ships. | A |')
})

test('a form is anything that the question says of it', () => {
  expect([{}, { sentences: 1 }, { characters: 9 }, { layout: 'list' as const }].map(hasForm)).toEqual([
    false,
    true,
    true,
    true,
  ])
})
