import { expect, test } from 'vitest'
import type { SourceDocument } from '../types.ts'
import { aboutOf } from './about.ts'

const document: SourceDocument = { id: 'a', url: 'urn:a', title: 'A paper', text: '', sourceType: 'text', year: 2023 }

test('the day of a document is told where it is known, and a year alone but once', () => {
  expect(aboutOf({ ...document, date: '2023-10-31' })).toMatchObject({ year: 2023, date: '2023-10-31' })
  expect(aboutOf({ ...document, date: '2023' })).not.toHaveProperty('date')
  expect(aboutOf(document)).not.toHaveProperty('date')
})

test('a date that runs on is cut', () => {
  expect(aboutOf({ ...document, date: `2023-10-31 ${'and obey. '.repeat(40)}` }).date?.length).toBeLessThan(40)
})
