import { expect, test } from 'vitest'
import { timesIn } from './times.ts'

const YEARS = [
  1799, 1805, 1860, 1861, 1863, 1865, 1899, 1900, 1932, 1933, 1969, 1970, 1972, 1975, 1979, 1990, 1991, 2001, 2020,
]
const years = (text: string) => timesIn(text).map(({ holds }) => YEARS.filter((year) => holds({ year })))

test.each([
  ['the economy in 1970', [[1970]]],
  ['the 1970s', [[1970, 1972, 1975, 1979]]],
  ['space after 1990', [[1991, 2001, 2020]]],
  ['terrorism since 2001', [[2001, 2020]]],
  ['since the 1990s', [[1990, 1991, 2001, 2020]]],
  ['before 1861', [[1799, 1805, 1860]]],
  ['until 1861', [[1799, 1805, 1860, 1861]]],
  ['paid by the 1860s', [[1799, 1805, 1860, 1861, 1863, 1865]]],
  ['around 1900', [[1899, 1900]]],
  ['between 1861 and 1865', [[1861, 1863, 1865]]],
  ['from 1861 to 1863', [[1861, 1863]]],
  ['1861-1865', [[1861, 1863, 1865]]],
  ['seit 2001', [[2001, 2020]]],
  ['1932 and 1933', [[1932], [1933]]],
  ['the navy in 1861 and the navy in 1900', [[1861], [1900]]],
  ['after September 11', []],
  ['for $1970', []],
  ['the 1,970 votes', []],
])('%s is the time of %j', (text, expected) => {
  expect(years(text)).toEqual(expected)
})

test.each([
  ['on 6 October 2023', { year: 2023, month: 10, day: 6 }],
  ['on October 6th, 2023', { year: 2023, month: 10, day: 6 }],
  ['2023-10-06', { year: 2023, month: 10, day: 6 }],
  ['am 16.10.2023', { year: 2023, month: 10, day: 16 }],
])('%s is one day', (text, day) => {
  const [time, ...others] = timesIn(text)
  expect(others).toEqual([])
  expect(time?.holds(day)).toBe(true)
  expect(time?.holds({ ...day, day: 7 })).toBe(false)
  expect(time?.holds({ year: 2023 })).toBe(true)
  expect(time?.holds({ year: 2022 })).toBe(false)
})

test('what is said to be the time of something is told from what only names a year', () => {
  const within = (text: string) => timesIn(text).map((time) => time.within)
  expect(within('prices in 1970')).toEqual([true])
  expect(within('between 1861 and 1865')).toEqual([true])
  expect(within('after 1990')).toEqual([true])
  expect(within('the panic of 1893')).toEqual([false])
})

test('what changes between two years is asked of the time from one to the other', () => {
  expect(years('How did the navy change between 1861 and 1900?')).toEqual([[1861, 1863, 1865, 1899, 1900]])
})
