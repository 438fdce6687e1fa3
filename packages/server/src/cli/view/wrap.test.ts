import { expect, test } from 'vitest'
import { openTerminal } from './terminal.ts'
import { Wrapper } from './wrap.ts'

function wrapped(width: number, ...pieces: string[]): string {
  let text = ''
  const wrapper = new Wrapper((piece) => {
    text += piece
  }, width)
  for (const piece of pieces) wrapper.push(piece)
  wrapper.finish()
  return text
}

test('words that arrive in pieces are wrapped whole', () => {
  expect(wrapped(10, 'The coral r', 'eef grows', '\nslowly')).toBe('The coral \nreef grows\nslowly')
})

test('a word that is longer than a line stands on its own', () => {
  expect(wrapped(5, 'a lighthouse b')).toBe('a \nlighthouse\nb')
})

test('lines of code and rows stay as they are, and so does their white space', () => {
  const code = '```js\n  const reef = coral(1)\n\n  grow(reef)\n```'
  expect(wrapped(12, code, '\n\nThe coral reef grows')).toBe(`${code}\n\nThe coral \nreef grows`)
  expect(wrapped(12, '| reef | grows slowly |\n| a | b |')).toBe('| reef | grows slowly |\n| a | b |')
  expect(wrapped(12, '  - the coral reef')).toBe('  - the \ncoral reef')
})

test('colours and links take no space', () => {
  const terminal = openTerminal({ write: () => true, isTTY: true, columns: 80 }, { colors: true })
  const styled = terminal.style('cyan', terminal.link('[1]', 'https://example.org/a-long-address'))
  expect(wrapped(9, `reef${styled} b`)).toBe(`reef${styled} b`)
  expect(wrapped(8, `reef${styled} b`)).toBe(`reef${styled} \nb`)
})

test('what is no terminal gets plain text', () => {
  let text = ''
  const { style, link, status, width } = openTerminal({ write: (piece) => (text += piece) }, { colors: true })
  status('search …')
  expect([style('bold', 'a'), link('b', 'https://example.org'), text, width]).toEqual(['a', 'b', '', 100])
})

test.each([
  [undefined, 100],
  [0, 100],
  [12, 20],
  [80, 80],
  [200, 100],
])('a terminal that says it has %s columns gets lines of %i', (columns, width) => {
  const stream = { write: () => true, isTTY: true, ...(columns !== undefined && { columns }) }
  expect(openTerminal(stream, { colors: false }).width).toBe(width)
})

test('the columns of a table stand below each other, and what a mark in code is of stands below the block', () => {
  const { written, wrapper } = ((pieces: string[] = []) => ({
    written: pieces,
    wrapper: new Wrapper((text) => pieces.push(text), 60),
  }))()
  for (const piece of ['| a | b', 'cd |\n| --- | --- |\n', '| long | 1 |\n\n```\nx = 1']) wrapper.push(piece)
  wrapper.mark('[1]')
  wrapper.push('\n```\n\nEnd.')
  wrapper.finish()
  expect(written.join('')).toBe('| a    | bcd |\n| ---- | --- |\n| long | 1   |\n\n```\nx = 1\n```\n[1]\n\nEnd.')
})
