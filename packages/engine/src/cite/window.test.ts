import { expect, test } from 'vitest'
import { REACH, windowAt } from './window.ts'

const SENTENCES = ['Reefs grow slowly.', 'Fish live there.', 'Corals bleach in heat.', 'Divers come.']
const FAR = 'The sea is wide and deep. '.repeat(100)

/** The sentences that a place touches, and those around it. */
function shown(text: string, start: number, end: number) {
  const found = windowAt(text, { start, end })
  const cut = (span: { start: number; end: number }) => text.slice(span.start, span.end).trim()
  return found && { anchor: cut(found.anchor), neighbours: found.neighbours.map(cut) }
}

test.each([
  ['alone', ''],
  ['far inside of a text', FAR],
])('a place has the sentences that it touches and one on either side, %s', (_, before) => {
  const text = before + SENTENCES.join(' ')
  const place = (from: string, to = from) => [text.indexOf(from), text.indexOf(to) + to.length] as const
  expect(shown(text, ...place('live'))).toEqual({ anchor: SENTENCES[1], neighbours: [SENTENCES[0], SENTENCES[2]] })
  expect(shown(text, ...place('live', 'bleach'))).toEqual({
    anchor: `${SENTENCES[1]} ${SENTENCES[2]}`,
    neighbours: [SENTENCES[0], SENTENCES[3]],
  })
  expect(shown(text, ...place('Divers come.'))).toEqual({ anchor: SENTENCES[3], neighbours: [SENTENCES[2]] })
  const first = shown(text, ...place('Reefs'))
  expect(first?.anchor).toBe(SENTENCES[0])
  expect(first?.neighbours.at(-1)).toBe(SENTENCES[1])
  expect(first?.neighbours).toHaveLength(before === '' ? 1 : 2)
})

test('a place outside of its text, or of nothing, has none', () => {
  const text = SENTENCES.join(' ')
  expect(windowAt(text, { start: 0, end: text.length })).toBeDefined()
  for (const [start, end] of [
    [-1, 3],
    [0, text.length + 1],
    [3, 3],
    [5, 3],
    [Number.NaN, 3],
  ] as const) {
    expect(windowAt(text, { start, end })).toBeUndefined()
  }
})

test('what is next to a place without space between is no part of it', () => {
  const [before, said, after] = ['珊瑚生长缓慢。', '鱼住在那里。', '珊瑚在热水中白化。']
  const text = `${before}${said}${after}`
  expect(shown(text, before.length, before.length + said.length)).toEqual({ anchor: said, neighbours: [before, after] })
})

test('white space alone, between sentences or behind them, has none', () => {
  const text = `${SENTENCES.join('\n\n')}\n\n`
  const between = text.indexOf('\n')
  expect(windowAt(text, { start: between, end: between + 1 })).toBeUndefined()
  expect(windowAt(text, { start: text.length - 1, end: text.length })).toBeUndefined()
})

test('no more of a text is read than lies within reach', () => {
  const text = 'x'.repeat(10 * REACH)
  expect(windowAt(text, { start: 3 * REACH, end: 3 * REACH + 1 })?.anchor).toEqual({
    start: 2 * REACH,
    end: 4 * REACH + 1,
  })
})
