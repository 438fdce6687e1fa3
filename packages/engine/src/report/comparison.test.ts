import { expect, test } from 'vitest'
import type { SubQuestion } from '#depth/sub-question.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Compared } from '#question/compared.ts'
import type { CollectedNote } from './collected-notes.ts'
import { compareBySubQuestion } from './comparison.ts'

const LONG = 'What did the harbour board say about the piers and bridges of the northern town in winter?'
const sub = { text: LONG } as SubQuestion

function noteOf(quote: string): CollectedNote {
  const document = { id: quote, url: 'urn:a', title: 'A paper', text: quote, sourceType: 'text' }
  return { sub, shows: '', evidence: { document, quote, start: 0, end: quote.length } as unknown as Evidence }
}

test('a row is named in whole words', () => {
  const compared: Compared[] = ['tram', 'ferry'].map((name) => ({ name, terms: new Set([name]), documents: new Set() }))
  const notes = [[noteOf('The tram of the harbour board is red.')], [noteOf('The ferry of the harbour board is red.')]]
  const { rows } = compareBySubQuestion({ question: 'How do tram and ferry differ?', compared }, notes)
  expect(rows.map(({ aspect }) => aspect)).toEqual(['What did the harbour board say about the piers and bridges…'])
})
