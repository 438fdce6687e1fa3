import { expect, test } from 'vitest'
import type { Quotation } from '#evidence/ledger.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import { bearingOn } from './bearing.ts'

const question = understand('How is the lock keeper paid?', { library: memoryLibrary([]), origins: new Origins([]) })

function of(title: string, heading: string, quote: string): Quotation {
  const document = { id: title, url: 'urn:a', title, text: quote, sourceType: 'document' }
  const block = { start: 0, end: quote.length, kind: 'paragraph' as const, path: [heading] }
  return { document, block, start: 0, end: quote.length, quote }
}

test('a passage bears on what is asked where it holds about as much of it, with what stands above it', () => {
  const bears = bearingOn(question, [of('Canal', 'Keepers', 'The keeper of a lock is paid in silver.')])
  expect(bears([of('Canal', 'Keepers', 'A lock has a keeper who is paid on Mondays.')])).toBe(true)
  expect(bears([of('Canal', 'Ships', 'A ship passes each lock by day.')])).toBe(false)
  expect(bears([of('Canal', 'Dues', 'A ship has paid before each lock.')])).toBe(false)
  expect(bears([of('Canal', 'Canal', 'Of what has no sections nothing is left out.')])).toBe(true)
})

test('beside an opening that answers, what holds no more of the question is left out', () => {
  const told = 'The keeper of a lock is paid in silver.'
  const whole = bearingOn(question, [of('Canal', 'Keepers', `${told} ${'He gets a coin for each ship. '.repeat(6)}`)])
  expect(whole([of('Canal', 'Keepers of a lock', 'They are paid on Mondays.')])).toBe(false)
  expect(bearingOn(question, [of('Canal', 'Keepers', told)])([of('Canal', 'Wages', told)])).toBe(true)
  const part = bearingOn(question, [of('Canal', 'Keepers', 'They get silver.')])
  expect(part([of('Canal', 'Dues', 'A keeper gets silver.')])).toBe(true)
  expect(part([of('Canal', 'Dues of a lock', 'A keeper gets silver.')])).toBe(true)
})

test('what does not mention the source that the question names is of another subject', () => {
  const bears = bearingOn(question, [of('Lock', 'Dues', 'The keeper is paid in silver.')])
  expect(bears([of('Lock', 'Dues', 'A keeper is paid on Mondays.')])).toBe(true)
  expect(bears([of('Bridge', 'Dues', 'A keeper is paid on Mondays.')])).toBe(false)
})

test('what opens by pointing back is no measure', () => {
  const bears = bearingOn(question, [of('Canal', 'Keepers', 'This pays the keeper of a lock.')])
  expect(bears([of('Canal', 'Ships', 'A ship passes each lock by day.')])).toBe(true)
})

test('what the title of a document holds, no passage of it says itself', () => {
  const bears = bearingOn(question, [of('Lock keepers', 'Dues', 'Each keeper of a lock is paid in silver.')])
  expect(bears([of('Lock keepers', 'Dues', 'The keepers of a lock are paid on Mondays.')])).toBe(true)
  expect(bears([of('Lock keepers', 'Thanks', 'This is paid for by friends.')])).toBe(false)
})
