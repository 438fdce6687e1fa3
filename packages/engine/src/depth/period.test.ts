import { describe, expect, test } from 'vitest'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { documentBy, memoryLibrary } from '../../test/memory-library.ts'
import { isMadeOfWords, periodOf } from './period.ts'
import { Subject } from './subject.ts'
import { otherWordsFor, queriesInTime } from './subject-queries.ts'
import { SubjectTime } from './subject-time.ts'

const YEARS = Array.from({ length: 380 }, (_, at) => 1600 + at)
const reports = YEARS.map((year) =>
  documentBy(`${year}`, 'Town Council', year, `The long roads of ${year % 7} wards were mended.`),
)
const STRIKE = 'The strike of the miners left the furnaces cold, and hunger kept the schools empty.'
const strike = [1914, 1915, 1916].flatMap((year) =>
  [1, 2, 3, 4, 5, 6].map((part) => documentBy(`${year} strike ${part}`, 'Town Council', year, STRIKE)),
)
const furnaces = documentBy(
  'furnaces',
  'Town Council',
  1915,
  'Hunger grew, the furnaces stood cold and the schools empty.',
)
const bowling = documentBy('bowling', 'Town Council', 1975, 'A strike was bowled at the club, with a long run.')
const later = documentBy('later', 'Town Council', 1960, 'In the Long Strike the furnaces went cold and hunger came.')
const LIBRARY = memoryLibrary([...reports, ...strike, furnaces, bowling, later])
const ORIGINS = new Origins(LIBRARY.origins())
const collection = { library: LIBRARY, origins: ORIGINS }

const timeOf = (name: string) => periodOf(name, { ...collection, language: 'en' })

async function subjectOf(text: string) {
  const question = understand(text, collection)
  const subject = new Subject(question)
  const chronicle = { ...collection, language: question.language }
  subject.time = await SubjectTime.learned(question, chronicle, new AbortController().signal)
  const isOf = ({ id }: { id: string }) => {
    const document = LIBRARY.document(id)
    return subject.isOf({ document, start: 0, end: document.text.length, quote: document.text.slice() })
  }
  return { subject, question, isOf }
}

describe('when something was that has a name', () => {
  test('is learned from when its word was told of most', () => {
    const period = timeOf('Long Strike')
    expect(period).toMatchObject({ from: 1914, to: 1916, isRarelyWritten: true, mentionedIn: ['later'] })
    expect([...(period?.company.keys() ?? [])]).toEqual(expect.arrayContaining(['hunger', 'furnac']))
    expect(period?.words).toContain('furnaces')
  })

  test('is not known of what nobody wrote of more at one time than at another', () => {
    expect(timeOf('Town Wards')).toBeUndefined()
    expect(timeOf('Nowhere')).toBeUndefined()
  })

  test('begins with the year that is written beside it', () => {
    const named = [1914, 1915, 1916].flatMap((year) =>
      [1, 2, 3, 4, 5].map((part) =>
        documentBy(
          `${year} war ${part}`,
          'Town Council',
          year,
          `The River War, begun in 1914, took its toll of ward ${part}.`,
        ),
      ),
    )
    const library = memoryLibrary([...reports, ...named])
    const period = periodOf('River War', { library, origins: new Origins(library.origins()), language: 'en' })
    expect(period).toMatchObject({ from: 1914, isRarelyWritten: false })
  })
})

describe('what is told of twice', () => {
  const wars = (from: number, each: number) =>
    [0, 1, 2].flatMap((year) =>
      Array.from({ length: each }, (_, part) =>
        documentBy(
          `${from + year} ${part}`,
          'Town Council',
          from + year,
          `The River War was on all lips in ward ${part}.`,
        ),
      ),
    )
  const library = memoryLibrary([...reports, ...wars(1750, 4), ...wars(1800, 8)])
  const chronicle = { library, origins: new Origins(library.origins()) }

  test('began when it was first told of, and what was during it is of the time from then on', async () => {
    expect(periodOf('River War', { ...chronicle, language: 'en' })).toMatchObject({ from: 1800, began: 1750 })
    const question = understand('How were the roads mended during the River War?', chronicle)
    const time = await SubjectTime.learned(question, { ...chronicle, language: 'en' }, new AbortController().signal)
    const held = [1740, 1760, 1801, 1900].filter((year) => time.mayHold({ id: `${year}`, year }))
    expect(held).toEqual([1760, 1801])
  })
})

test('a name of ordinary words that hardly a document writes is no name', async () => {
  const texts = ['Two red bridges fell.', 'A red flag was seen.', 'The red bridges stand.', 'There came Mira Olsen.']
  const library = memoryLibrary(texts.map((text, i) => documentBy(`r${i}`, 'Ann Holt', 1900 + i, text)))
  const chronicle = { library, origins: new Origins(library.origins()), language: 'en' } as const
  expect(isMadeOfWords('Red Bridges', chronicle)).toBe(true)
  expect(isMadeOfWords('Mira Olsen', chronicle)).toBe(false)
  expect(isMadeOfWords('Nowhere Land', chronicle)).toBe(false)
})

test('what happened in a year of which there are few documents is told of in those next to it as well', async () => {
  const { subject } = await subjectOf('How were the roads mended in 1907?')
  const held = YEARS.filter((year) => subject.mayHold({ id: `${year}`, year }))
  expect(held).toEqual([1903, 1904, 1905, 1906, 1907, 1908, 1909, 1910, 1911])
})

describe('what a question names, and few write', () => {
  test('is told of by what is of its time, in other words, and by whoever writes the name', async () => {
    const { isOf, subject, question } = await subjectOf('How did the town live through the Long Strike?')
    expect(isOf(furnaces)).toBe(true)
    expect(isOf(later)).toBe(true)
    expect(isOf(bowling)).toBe(false)
    expect(subject.isOfItsTime(furnaces)).toBe(true)
    expect(subject.isOfItsTime(later)).toBe(false)
    expect(otherWordsFor(subject)).toContain('hunger')
    const searched = queriesInTime(subject, question).flatMap(({ within = [] }) => within)
    expect(searched).toContain('furnaces')
    expect(searched).not.toContain('bowling')
  })

  test('tells when, where the question asks for what was before it, or after it', async () => {
    const before = await subjectOf('How were the roads mended before the Long Strike?')
    expect(before.isOf({ id: '1910' })).toBe(true)
    expect(before.isOf({ id: '1914' })).toBe(false)
    const after = await subjectOf('How were the roads mended after the Long Strike?')
    expect(after.isOf({ id: '1910' })).toBe(false)
    expect(after.isOf({ id: '1920' })).toBe(true)
  })
})

test('a question about some years is about no others', async () => {
  const { isOf, subject } = await subjectOf('How were the roads mended between 1905 and 1910?')
  expect(subject.hasTime).toBe(true)
  expect(isOf({ id: '1907' })).toBe(true)
  expect(isOf({ id: '1920' })).toBe(false)
})
