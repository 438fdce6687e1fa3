import { describe, expect, test } from 'vitest'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { documentBy, memoryLibrary } from '../../test/memory-library.ts'
import { periodOf } from './period.ts'
import { Subject } from './subject.ts'
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

describe('what a question names, and few write', () => {
  test('is told of by what is of its time, in other words, and by whoever writes the name', async () => {
    const { isOf, subject, question } = await subjectOf('How did the town live through the Long Strike?')
    expect(isOf(furnaces)).toBe(true)
    expect(isOf(later)).toBe(true)
    expect(isOf(bowling)).toBe(false)
    expect(subject.isOfItsTime(furnaces)).toBe(true)
    expect(subject.isOfItsTime(later)).toBe(false)
    expect(subject.otherWords).toContain('hunger')
    const searched = subject.queriesInTime(question).flatMap(({ within = [] }) => within)
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
