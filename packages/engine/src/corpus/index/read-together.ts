import { type IndexJobOptions, type Readable, type ReadRows, readRows } from './index-threads.ts'

/** Reads in a thread, as `readRows` does. */
export type ReadOne = (readable: Readable) => Promise<ReadRows>

/** Bytes and UTF-16 units that go to the thread together: some 100 ms of work, which is longer than a batch takes to write. */
const TOGETHER = 400_000

interface Waiting {
  readable: Readable
  size: number
  resolve: (rows: ReadRows) => void
  reject: (error: unknown) => void
}

/**
 * What is to be read while the thread is at work goes to it together next: a job for each small file would cost as much as
 * reading it, and the thread would stand still while what it has read is written.
 */
export function readTogether(
  options: IndexJobOptions,
  readAll: (all: readonly Readable[]) => Promise<ReadRows[]> = (all) => readRows(all, options),
): ReadOne {
  const line: Waiting[] = []
  let isAtWork = false
  const work = async () => {
    isAtWork = true
    while (line.length > 0) {
      const taken = takeFirst(line)
      try {
        const rows = await readAll(taken.map(({ readable }) => readable))
        for (const [at, { resolve }] of taken.entries()) resolve(rows[at] ?? { rows: [], problems: [] })
      } catch (error) {
        for (const { reject } of taken) reject(error)
      }
    }
    isAtWork = false
  }
  return (readable) =>
    new Promise((resolve, reject) => {
      line.push({ readable, size: sizeOf(readable), resolve, reject })
      if (!isAtWork) void work()
    })
}

/** Takes the first of a line, and those behind it that go with it. */
function takeFirst(line: Waiting[]): Waiting[] {
  let count = 0
  let size = 0
  for (const waiting of line) {
    size += waiting.size
    if (count > 0 && size > TOGETHER) break
    count += 1
  }
  return line.splice(0, count)
}

function sizeOf(readable: Readable): number {
  if ('piece' in readable) return readable.piece.bytes.length
  return readable.drafts.reduce((sum, { text }) => sum + text.length, 0)
}
