import { expect, test } from 'vitest'
import type { SourceDocument } from '../types.ts'
import { PlaceCache } from './place-cache.ts'

const document = (id: string): SourceDocument => ({ id, title: id, url: `urn:${id}`, text: '', sourceType: 'document' })

test('what was made of a place is not made again', () => {
  const cache = new PlaceCache<object>(1_000)
  const [one, other] = [document('one'), document('other')]
  const made = cache.get(one, { start: 0, end: 10 }, () => ({}))
  expect(cache.get(one, { start: 0, end: 10 }, () => ({}))).toBe(made)
  expect(cache.get(one, { start: 0, end: 11 }, () => ({}))).not.toBe(made)
  expect(cache.get(other, { start: 0, end: 10 }, () => ({}))).not.toBe(made)
})

test('no more is kept than its bound, and the place that exceeds it', () => {
  const cache = new PlaceCache<object>(100)
  const one = document('one')
  const first = cache.get(one, { start: 0, end: 60 }, () => ({}))
  cache.get(one, { start: 60, end: 120 }, () => ({}))
  expect(cache.get(one, { start: 0, end: 60 }, () => ({}))).toBe(first)
  const last = cache.get(one, { start: 120, end: 180 }, () => ({}))
  expect(cache.get(one, { start: 120, end: 180 }, () => ({}))).toBe(last)
  expect(cache.get(one, { start: 0, end: 60 }, () => ({}))).not.toBe(first)
})
