import { expect, test } from 'vitest'
import type { SourceDocument } from '../types.ts'
import { Said } from './repeats.ts'

const document: SourceDocument = { id: 'd', url: 'urn:d', title: 'd', text: 'x'.repeat(500), sourceType: 'text' }
const claim = (text: string, start = 0) =>
  ({ kind: 'claim', text, document, start, end: start + 10, answers: true }) as const
const sentence = (text: string, start = 0) => ({ parts: [claim(text, start)] })

test('what was said is not said again, in other marks, cut short, or of the same place in nearly the same words', () => {
  const said = new Said()
  const first = 'The council of Larkholm approved the plan for the new tram after a long debate in March.'
  expect(said.isNew(sentence(first))).toBe(true)
  expect(said.isNew(sentence(`“${first}”`, 40))).toBe(false)
  expect(said.isNew(sentence('The council of Larkholm approved the plan for the new tram', 40))).toBe(false)
  expect(said.isNew(sentence('After a long debate the town council approved the plan for its tram', 0))).toBe(false)
})

test('another number, another matter and short sentences are new', () => {
  const said = new Said()
  expect(said.isNew(sentence('The tram of Larkholm carried 52,000 passengers on a weekday in summer.'))).toBe(true)
  expect(said.isNew(sentence('The tram of Larkholm carried 48,000 passengers on a weekday in summer.', 99))).toBe(true)
  expect(said.isNew(sentence('Cyclists said that the rails were dangerous.', 150))).toBe(true)
  expect(said.isNew(sentence('It failed.', 200))).toBe(true)
})

test('the same figures of the same matter are told once, in whatever words; a year is none', () => {
  const said = new Said()
  expect(said.isNew(sentence('Sales of red ferry caps rose by 400 per cent after the singer came to Larkholm.'))).toBe(
    true,
  )
  const again = 'The singer caused a 400 per cent rise in sales of ferry caps, a shop of the harbour says.'
  expect(said.isNew(sentence(again, 99))).toBe(false)
  expect(said.isNew(sentence('In 2023 the board of the harbour closed the pier of the town.', 150))).toBe(true)
  expect(said.isNew(sentence('In 2023 the board of the harbour bought the ferry of the lake.', 250))).toBe(true)
})

test('a heading is not repeated by a sentence', () => {
  const said = new Said()
  said.note({ kind: 'text', text: 'Altman ousted as chief' })
  expect(said.isNew(sentence('Altman ousted as chief.'))).toBe(false)
})

test('a sentence of two claims, one of which was said, is not new', () => {
  const said = new Said()
  expect(said.isNew({ parts: [claim('The council of Larkholm paid for the rails', 0)] })).toBe(true)
  const both = [
    claim('The council of Larkholm paid for the rails', 90),
    { kind: 'text', text: '; ' } as const,
    claim('the state of Vester paid 40 million crowns for every car and each new depot', 200),
  ]
  expect(said.isNew({ parts: both })).toBe(false)
})

test('a claim of several sentences, one of which was said in another claim of several, is not new', () => {
  const said = new Said()
  const caption = 'Line Car Departure Platform Oct.'
  expect(said.isNew(sentence(`Trams leave Larkholm every hour. ${caption}`))).toBe(true)
  expect(said.isNew(sentence(`Ferries of Vester carry bicycles for two crowns. ${caption}`, 300))).toBe(false)
})
