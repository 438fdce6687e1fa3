import { expect, test } from 'vitest'
import { Origins } from './origins.ts'
import { ageAsked, relativeTimesIn } from './relative-times.ts'

const dated = (...dates: string[]) =>
  new Origins(dates.map((name, at) => ({ documentId: `d${at}`, name, kind: 'date' as const })))

test.each([
  ['What changed in the last five years?', [2020, 2024], [2019]],
  ['What was sold over the past 2 years?', [2023, 2024], [2022]],
  ['What was said in the last few years?', [2022, 2024], [2021]],
  ['What was built during the last decade?', [2015, 2024], [2014]],
])('%s holds %j and not %j', (question, inside, outside) => {
  const [time] = relativeTimesIn(question, { year: 2024 })
  expect(time?.within).toBe(true)
  expect(inside.map((year) => time?.holds({ year }))).toEqual(inside.map(() => true))
  expect(outside.map((year) => time?.holds({ year }))).toEqual(outside.map(() => false))
})

test('a last name, or the last day of something, is no time of that kind', () => {
  expect(relativeTimesIn('What is the last name of Ann? How long did the last day take?', { year: 2024 })).toEqual([])
})

test('they are counted back from the newest document', () => {
  const origins = dated('2001', '2011-05-02', '2009', '2010-12-01')
  const { dates, within, relative } = origins.namedIn('What was said in the last two years?')
  expect(relative).toEqual(['in the last two years'])
  expect(within.has('in the last two years')).toBe(true)
  expect(dates.get('in the last two years')).toEqual(['d1', 'd2', 'd3'])
  expect(origins.newest).toMatchObject({ year: 2011, month: 5, day: 2 })
})

test('what is newest is asked for, or what is oldest', () => {
  expect(['the latest report', 'the earliest letter', 'a report'].map(ageAsked)).toEqual([
    'newest',
    'oldest',
    undefined,
  ])
})
