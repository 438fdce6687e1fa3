import { expect, test } from 'vitest'
import type { SubQuestion } from '#depth/sub-question.ts'
import { contentTerms } from '#language/terms.ts'
import type { SourceDocument } from '../types.ts'
import { collectNotes } from './collected-notes.ts'

const document = (
  id: string,
  sourceType: SourceDocument['sourceType'],
  date: string,
  text: string,
): SourceDocument => ({
  ...{ id, url: `urn:${id}`, title: id, text, sourceType, date, year: Number(date.slice(0, 4)) },
})

const noteOf = (source: SourceDocument, quote: string) => {
  const start = source.text.slice().indexOf(quote)
  const terms = contentTerms(quote)
  const evidence = { document: source, start, end: start + quote.length, quote, terms, covers: new Set<string>() }
  return { evidence: { ...evidence, score: 0, worth: 0 }, shows: '' }
}

const REPORT = 'The tram of Larkholm carried 52,000 passengers on each weekday in spring.'
const STUDY = 'In spring the tram of Larkholm carried 52,000 passengers on each weekday.'
const news = (date: string) =>
  document(`news ${date}`, 'news', date, `${REPORT} Nobody had foreseen it, a reporter says.`)
const study = document('study', 'paper', '2016-05-01', `${STUDY} Counts were made by hand at eleven stops.`)
const quotesOf = (notes: SubQuestion['notes']) =>
  collectNotes([{ notes } as SubQuestion]).map(({ evidence }) => evidence.document.id)

test('of sentences that say the same, the one of the study that was reported on is kept', () => {
  expect(quotesOf([noteOf(news('2015-01-01'), REPORT), noteOf(study, STUDY)])).toEqual(['study'])
  expect(quotesOf([noteOf(study, STUDY), noteOf(news('2015-01-01'), REPORT)])).toEqual(['study'])
})

test('of sources of one kind, the earlier one', () => {
  const later = document('later', 'news', '2016-01-01', `${STUDY} So says the town.`)
  expect(quotesOf([noteOf(later, STUDY), noteOf(news('2015-01-01'), REPORT)])).toEqual(['news 2015-01-01'])
})

test('a document that was read twice is no copy of itself', () => {
  const again = { ...study }
  const second = 'Counts were made by hand at eleven stops.'
  expect(quotesOf([noteOf(study, STUDY), noteOf(again, second)])).toEqual(['study', 'study'])
})
