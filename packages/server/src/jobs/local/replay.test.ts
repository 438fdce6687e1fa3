import { expect, it } from 'vitest'
import { Replay } from './replay.ts'

const envelope = (content: string, at: string, more = {}) =>
  JSON.stringify({ type: 'research.answer.delta', request_id: 'r', timestamp: at, data: { content, ...more } })

it('knows what is stored, whenever it is told and however long it took', () => {
  const replay = new Replay([envelope('a', '1', { duration_ms: 3 }), envelope('b', '1')])
  expect(replay.meet(envelope('a', '2', { duration_ms: 9 }))).toBe('known')
  expect(replay.over).toBe(false)
  expect(replay.meet(envelope('b', '2'))).toBe('known')
  expect(replay.over).toBe(true)
  expect(replay.meet(envelope('c', '2'))).toBe('new')
})

it('notices what is not the same', () => {
  for (const other of [envelope('b', '1'), envelope('a', '1', { sequence: 1 }), '{"type":"other","data":{}}']) {
    expect(new Replay([envelope('a', '1')]).meet(other)).toBe('other')
  }
})
