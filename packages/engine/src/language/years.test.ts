import { describe, expect, it } from 'vitest'
import { yearOf } from './years.ts'

describe('yearOf', () => {
  it.each([
    [1906, 1906],
    ['1906', 1906],
    ['2021-03-04', 2021],
    ['2021-03-04T05:06:07Z', 2021],
    ['0079-08-24', 79],
    ['March 5, 2021', 2021],
    ['5.3.2021', 2021],
    ['20210304', 2021],
    ['2021/3', 2021],
    ['2020 to 2021', undefined],
    ['2020-2021', undefined],
    ['20219999', undefined],
    ['2021, again 2021', 2021],
    ['soon', undefined],
    ['12021', undefined],
    ['', undefined],
    [19.5, undefined],
    [0, undefined],
    [-5, undefined],
    [123456, undefined],
    [null, undefined],
  ])('takes %j for %j', (value, year) => {
    expect(yearOf(value)).toBe(year)
  })
})
