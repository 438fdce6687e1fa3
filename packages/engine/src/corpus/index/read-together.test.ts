import { expect, test } from 'vitest'
import type { Readable, ReadRows } from './index-threads.ts'
import { readTogether } from './read-together.ts'

const { signal } = new AbortController()
const pieceOf = (path: string, length: number): Readable => ({ piece: { path, bytes: new Uint8Array(length) } })
const namesOf = (all: readonly Readable[]) => all.map((each) => ('piece' in each ? each.piece.path : ''))

/** A thread whose jobs end when the test says so; an answer names what was read. */
function threadByHand() {
  const jobs: { names: string[]; end: () => void; fail: (error: Error) => void }[] = []
  const readAll = (all: readonly Readable[]) =>
    new Promise<ReadRows[]>((resolve, fail) => {
      const names = namesOf(all)
      jobs.push({ names, fail, end: () => resolve(names.map((name) => ({ rows: [], problems: [name] }))) })
    })
  return { jobs, read: readTogether({ signal }, readAll) }
}

test('what comes while the thread is at work goes to it together, up to a bound', async () => {
  const { jobs, read } = threadByHand()
  const told = ['a', 'b', 'c', 'd'].map((name) => read(pieceOf(name, name === 'd' ? 400_000 : 10)))
  expect(jobs.map(({ names }) => names)).toEqual([['a']])
  jobs[0]?.end()
  await expect(told[0]).resolves.toMatchObject({ problems: ['a'] })
  expect(jobs.map(({ names }) => names)).toEqual([['a'], ['b', 'c']])
  jobs[1]?.end()
  await expect(Promise.all(told.slice(1, 3))).resolves.toMatchObject([{ problems: ['b'] }, { problems: ['c'] }])
  jobs[2]?.end()
  await expect(told[3]).resolves.toMatchObject({ problems: ['d'] })
})

test('a job that fails fails for all that it was to read, and for nothing else', async () => {
  const { jobs, read } = threadByHand()
  const told = ['a', 'b', 'c'].map((name) => read(pieceOf(name, 10)))
  const outcomes = Promise.allSettled(told)
  jobs[0]?.end()
  await told[0]
  jobs[1]?.fail(new Error('gone'))
  await expect(outcomes).resolves.toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { message: 'gone' } },
    { status: 'rejected', reason: { message: 'gone' } },
  ])
  const next = read(pieceOf('d', 10))
  jobs[2]?.end()
  await expect(next).resolves.toMatchObject({ problems: ['d'] })
})
