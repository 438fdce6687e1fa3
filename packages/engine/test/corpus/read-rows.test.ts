import { expect, test } from 'vitest'
import { readRows } from '#corpus/index/index-threads.ts'

const { signal } = new AbortController()
const script = new URL('./failing-thread.ts', import.meta.url)
const pieceOf = (path: string, text: string) => ({ piece: { path, bytes: Buffer.from(text) } })

test('of several files that are read together, only the one is left out that cannot be read', async () => {
  const all = [pieceOf('a.txt', 'The lock opens.'), pieceOf('b.txt', 'unreadable'), pieceOf('c.txt', 'It closes.')]
  const answers = await readRows(all, { signal, script })
  expect(answers.map(({ rows, problems }) => ({ rows: rows.length, problems }))).toEqual([
    { rows: 1, problems: [] },
    { rows: 0, problems: ['cannot be read: has no terms'] },
    { rows: 1, problems: [] },
  ])
})
