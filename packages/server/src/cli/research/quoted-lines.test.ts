import { expect, test } from 'vitest'
import { linesOf } from './quoted-lines.ts'

const GUIDE = `Tip
- [\`Deep\`](source/deep-one.d.ts) - Makes it <em>deep</em> &amp; wide.

| name | what |
| wc   | lines and |
|      | words |

Limits

Limits are told below this line.

port

    It is where the server listens.

port

    It is where the client calls.
`

test('links, tags and the names of characters may stand between the words of a quotation', () => {
  expect(linesOf(GUIDE, [{ words: '`Deep` - Makes it deep & wide.', start: 4 }])).toEqual([2])
})

test('a row of a table is found by its first words, where its cells are wrapped', () => {
  expect(linesOf(GUIDE, [{ words: '| wc | lines and words |', start: 80 }])).toEqual([5])
})

test('words that stand in several places are those beside a quotation that stands in one', () => {
  const client = GUIDE.indexOf('It is where the client calls.')
  const server = GUIDE.indexOf('It is where the server listens.')
  const near = (start: number) => [
    { words: 'port', start: start - 10 },
    { words: GUIDE.slice(start, GUIDE.indexOf('.', start)), start },
  ]
  expect(linesOf(GUIDE, near(client))).toEqual([16, 18])
  expect(linesOf(GUIDE, near(server))).toEqual([12, 14])
  expect(linesOf(GUIDE, [{ words: 'port', start: client }])).toEqual([undefined])
})

test.each([
  ['tags', '<a>'.repeat(50_000)],
  ['ends of links', '](x)'.repeat(50_000)],
  ['brackets', '<'.repeat(50_000)],
  ['names of characters', '&amp;'.repeat(50_000)],
])('comes to its end with %s', (_what, text) => {
  expect(linesOf(`One ${text}`, [{ words: 'One two three four five', start: 0 }])).toEqual([undefined])
})
