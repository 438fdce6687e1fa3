import { describe, expect, it } from 'vitest'
import { decodeEvent, diagnose, isKnownEvent } from './decode-event.ts'

const delta = '{"type":"research.answer.delta","request_id":"r","timestamp":"t","data":{"content":"a","sequence":0}}'

describe('decodeEvent', () => {
  it('keeps every field, also those it does not know', () => {
    const text = '{"type":"research.other","request_id":"r","extra":{"deep":[1]},"data":7}'
    expect(decodeEvent(text)).toEqual(JSON.parse(text))
  })

  it.each([
    ['no JSON', '{"type":'],
    ['a number', '1'],
    ['null', 'null'],
    ['an array', '[]'],
    ['no type', '{"data":{}}'],
    ['a type that is no string', '{"type":1,"data":{}}'],
    ['a known type without data', '{"type":"research.answer.delta"}'],
    ['a known type whose data is null', '{"type":"research.failed","data":null}'],
    ['a result without an answer', '{"type":"research.completed","data":{}}'],
  ])('does not take %s for an envelope', (_, text) => {
    expect(decodeEvent(text)).toBeUndefined()
  })

  it.each(['', ',"data":null', ',"data":"text"'])('takes an unknown type with any data: %s', (data) => {
    expect(decodeEvent(`{"type":"research.other"${data}}`)).toBeDefined()
  })
})

describe('diagnose', () => {
  it.each([
    ['', []],
    ['  \n ', []],
    ['[DONE]', 'done'],
    ['[DONE] ', 'done'],
    ['{"a"', 'no JSON'],
    ['{"a"\n:1', 'no JSON'],
    [`x\n${delta}`, 'no JSON'],
    ['[1]', 'no envelope'],
    [`${delta}\n[DONE]`, [delta, '[DONE]']],
  ])('%j', (text, diagnosis) => {
    expect(diagnose(text)).toEqual(diagnosis)
  })
})

it('tells known events from others', () => {
  const known = decodeEvent(delta)
  const other = decodeEvent('{"type":"research.answer.deltas"}')
  expect(known !== undefined && isKnownEvent(known)).toBe(true)
  expect(other !== undefined && isKnownEvent(other)).toBe(false)
})
