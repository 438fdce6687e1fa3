import { describe, expect, test } from 'vitest'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import type { SourceDocument } from '../types.ts'
import { Subject } from './subject.ts'
import { otherWordsFor, searchFor, searchForHeld } from './subject-queries.ts'

const TEXTS = {
  bridge: `The Harbour Bridge was designed by Mira Olsen. ${'It rained for days on end. '.repeat(40)}The mayor was ill.`,
  team: 'The Harbour team lost by three goals. Its keeper slept.',
  olsen: 'Mira Olsen was an engineer. In later years Olsen kept bees.',
  war: 'The civil war of the north went on for years.',
  trade: 'Slavery was spoken of in every town.',
  coal: 'The price of coal rose in winter.',
  wharf: 'A drought emptied the wells of Larkmoor. Cattle died there.',
  fair: 'The fair of Larkmoor was held in June. Many came.',
  wells: 'A drought emptied the wells of many farms.',
  dale: 'Dunmoor was annexed in spring.',
  isle: 'An isle was annexed at last.',
  silver: 'The silver standard was kept by the mint.',
  school: 'A standard of the schools was raised.',
  plate: 'Much silver was sold.',
}
const documents = Object.entries(TEXTS).map(
  ([id, text]): SourceDocument => ({ id, url: `urn:${id}`, title: 'A paper', text, sourceType: 'text' }),
)
const library = memoryLibrary(documents)

function subjectOf(text: string) {
  const subject = new Subject(understand(text, { library, origins: new Origins(library.origins()) }))
  const isOf = (quote: string) => {
    const document = documents.find((each) => each.text.slice().includes(quote))
    if (!document) throw new Error(quote)
    const start = document.text.slice().indexOf(quote)
    return subject.isOf({ document, start, end: start + quote.length, quote })
  }
  const isOfWhole = (quote: string) => {
    const document = documents.find((each) => each.text.slice().includes(quote))
    if (!document) throw new Error(quote)
    const start = document.text.slice().indexOf(quote)
    return subject.isOfWhole({ document, start, end: start + quote.length, quote })
  }
  return { subject, isOf, isOfWhole }
}

describe('a sentence is on the subject', () => {
  test('that is two words side by side, where it holds both', () => {
    const { isOf } = subjectOf('What did mayors say about the silver standard?')
    expect(isOf('The silver standard was kept')).toBe(true)
    expect(isOf('A standard of the schools')).toBe(false)
    expect(isOf('Much silver was sold.')).toBe(false)
  })

  test('of two things, where it holds one', () => {
    const { isOf } = subjectOf('What did mayors say about silver and coal?')
    expect(isOf('Much silver was sold.')).toBe(true)
  })

  test('of two things that are compared, where it holds one, by itself too', () => {
    const { subject, isOfWhole } = subjectOf('Compare coal and silver as goods of the mint')
    expect(isOfWhole('Much silver was sold.')).toBe(true)
    expect(subject.isToldIn('Much silver was sold.')).toBe(true)
    expect(isOfWhole('The mayor was ill.')).toBe(false)
    expect(subject.isToldIn('The mayor was ill.')).toBe(false)
  })

  test('where it, or what stands near it, holds what the question names', () => {
    const { isOf } = subjectOf('Who designed the Harbour Bridge?')
    expect(isOf('The Harbour Bridge was designed')).toBe(true)
    expect(isOf('It rained for days')).toBe(true)
    expect(isOf('The mayor was ill.')).toBe(false)
  })

  test('not where it holds but a word of a name, unless its document has the name', () => {
    expect(subjectOf('Who designed the Harbour Bridge?').isOf('The Harbour team lost')).toBe(false)
    expect(subjectOf('What became of Mira Olsen?').isOf('In later years Olsen kept bees.')).toBe(true)
  })

  test('whatever name only tells when', () => {
    const { isOf } = subjectOf('How did people speak about slavery before the Civil War?')
    expect(isOf('Slavery was spoken of')).toBe(true)
    expect(isOf('The civil war of the north')).toBe(false)
  })

  test('of a question without names where it holds enough of its words', () => {
    const { isOf } = subjectOf('What became of the price of coal?')
    expect(isOf('The price of coal rose')).toBe(true)
    expect(isOf('The mayor was ill.')).toBe(false)
  })
})

describe('a sentence is on all of the subject', () => {
  test('where the other words stand beside a name, and not where it holds the name alone', () => {
    const { isOf, isOfWhole } = subjectOf('What was said of the drought in Larkmoor?')
    expect([isOf('Cattle died there.'), isOfWhole('Cattle died there.')]).toEqual([true, true])
    expect([isOf('Many came.'), isOfWhole('Many came.')]).toEqual([true, false])
    expect(isOfWhole('A drought emptied the wells of many farms.')).toBe(false)
  })

  test('of a question that names nothing where its words stand', () => {
    expect(subjectOf('What was said of drought?').isOfWhole('A drought emptied the wells of many farms.')).toBe(true)
  })

  test('where one name of a list stands beside the other words', () => {
    const { isOfWhole } = subjectOf('How was it that Larkmoor and Dunmoor were annexed?')
    expect(isOfWhole('Dunmoor was annexed')).toBe(true)
    expect(isOfWhole('An isle was annexed')).toBe(false)
    expect(isOfWhole('The fair of Larkmoor')).toBe(false)
  })
})

test('a text bears on the subject where it holds enough of it by itself', () => {
  const { subject } = subjectOf('What was said of the drought in Larkmoor?')
  expect(subject.bearsOn('The drought was long.')).toBe(true)
  expect(subject.bearsOn('The fair was long.')).toBe(false)
})

test('a sub-question asks about the subject where it names it; its words are those names', () => {
  const { subject } = subjectOf('Who designed the Harbour Bridge?')
  expect(subject.isAskedIn('What did the Harbour Bridge cost?')).toBe(true)
  expect(subject.isAskedIn('Who is affected?')).toBe(false)
  expect(searchFor(subject)).toBe('Harbour Bridge')
})

test('a sub-question leads elsewhere where it asks about something that the question does not hold', () => {
  const { subject } = subjectOf('How did people speak about slavery before the Civil War?')
  expect(subject.leadsElsewhere('What is known of Mira Olsen?')).toBe(true)
  expect(subject.leadsElsewhere('What is known of the Civil War?')).toBe(false)
  expect(subject.leadsElsewhere('Who spoke of slavery in Harbour?')).toBe(false)
})

test('of the names that a question lists it tells which some texts leave out; one name alone is not asked for each time', () => {
  const { subject } = subjectOf('How was the annexation of Larkmoor and Dunmoor defended?')
  expect(subject.namesLeftOut(['Dunmoor was annexed in spring.'])).toEqual(['Larkmoor'])
  expect(subject.namesLeftOut(['Dunmoor was annexed in spring.', 'The fair of Larkmoor was held in June.'])).toEqual([])
  expect(subjectOf('Who was Mira Olsen?').subject.namesLeftOut(['The bridge is red.'])).toEqual([])
})

test('the words of a subject that stand in what is told of it are looked for without the others', () => {
  const { subject } = subjectOf('How did the drought of the wells change the price of coal?')
  const told = ['A drought emptied the wells of Larkmoor.', 'A drought emptied the wells of many farms.']
  const held = searchForHeld(
    subject,
    told.map((quote) => ({ quote })),
  )
  expect(held).toHaveLength(1)
  expect(held[0]).not.toContain('coal')
  expect(held[0]).toContain('drought')
  expect(searchForHeld(subject, [{ quote: 'Many came.' }])).toEqual([])
})

describe('how much of the subject a text holds', () => {
  test('of things that are named together one stands for all', () => {
    const { subject } = subjectOf('What did mayors say about silver and coal in schools?')
    expect(subject.bearing(['Coal in schools'])).toBeCloseTo(subject.bearing(['Silver and coal in schools']))
    expect(subject.bearing(['Coal in schools'])).toBeGreaterThan(subject.bearing(['Silver and coal']))
  })

  test('of names in a list one stands for all of them', () => {
    const { subject } = subjectOf('What happened in Larkmoor and Dunmoor?')
    expect(subject.shareOfNames('A drought came to Larkmoor.')).toBe(1)
    expect(subject.shareOfNames('A drought came.')).toBe(0)
  })

  test('what something is says more than how it is, though it be an everyday word', () => {
    const { subject } = subjectOf('Who kept famous pieces of the mint?')
    expect(subject.bearing(['A piece'])).toBeGreaterThan(subject.bearing(['A famous town']))
  })

  test('a word that sources write as one is held where it stands, and not by a part of it', () => {
    const { subject } = subjectOf('Who kept the key-note of the mint?')
    const written = /key-note/u
    subject.joinedWords = [{ letters: 'keynote', written, terms: ['keynot', 'key', 'note'], term: 'keynot', weight: 5 }]
    expect(subject.bearing(['The keynote was kept'])).toBeGreaterThan(subject.bearing(['A note of the key']))
    expect(subject.bearing(['The key-note was kept'])).toBe(subject.bearing(['The keynote was kept']))
    expect(otherWordsFor(subject)).toContain('keynote')
  })
})
