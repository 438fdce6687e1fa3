import { statSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Child, startChild } from './child.ts'
import { open, requestWith } from './load.ts'
import { seedAccounts } from './seed.ts'
import { openStorage, readSettings } from './service.ts'
import { median } from './statistics.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** `soak [minutes]`: as many requests as the machine carries, one after the other on each of so many connections. */
const [minutes = '3'] = process.argv.slice(2)
const CONNECTIONS = 32
const CREDITS = 1_000_000_000
const EVERY = 5_000

/** Events and results are kept for a minute, and swept within another one. */
const WINDOW = 60_000
const FLAT_AFTER = 2.5 * 60_000

/** What may grow once the window is over: memory by a tenth, and the database by the rows that are kept for good. */
const MOST_GROWTH = 1.1
const MOST_BYTES_A_REQUEST = 2_048

interface Sample {
  ms: number
  requests: number
  heap: number
  rss: number
  database: number
}

const folder = temporaryFolder('soak')
const path = join(folder, 'soak.db')
const keys = await seedAccounts(path, CONNECTIONS)
await topUp()
const service = await startChild('serve-soak.ts', [path, String(WINDOW)])
const seen = await soak(service, keys, Number(minutes) * 60_000)
await service.end()
process.exitCode = report(seen)

async function topUp(): Promise<void> {
  const storage = await openStorage(readSettings({ DATABASE_URL: `sqlite:${path}` }))
  const entry = { pool: 'added', amount: CREDITS, reason: 'top_up' } as const
  for (const { id } of await storage.accounts.list()) await storage.credits.change(id, () => [entry], Date.now())
  await storage.close()
}

async function soak(service: Child, keys: readonly string[], ms: number) {
  const counts = { requests: 0, wrong: new Map<string, number>() }
  const begun = performance.now()
  const until = begun + ms
  const clients = keys.map(async (key) => {
    const socket = await open(service.url)
    const request = requestWith(key)
    while (performance.now() < until) {
      const wrong = await answerTo(socket, request)
      counts.requests += 1
      if (wrong !== undefined) counts.wrong.set(wrong, (counts.wrong.get(wrong) ?? 0) + 1)
    }
    socket.destroy()
  })
  const samples: Sample[] = []
  while (performance.now() < until) {
    await wait(EVERY)
    const { heap, rss } = await service.memory()
    samples.push({ ms: performance.now() - begun, requests: counts.requests, heap, rss, database: bytesOf(path) })
  }
  await Promise.all(clients)
  return { samples, wrong: counts.wrong }
}

/** Undefined where a stream came that ends as it should; otherwise what came. */
function answerTo(socket: Socket, request: Buffer): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let head = ''
    let tail = ''
    const gone = () => reject(new Error('the connection was closed'))
    const take = (chunk: Buffer) => {
      const text = chunk.toString('latin1')
      if (head.length < 100) head += text.slice(0, 100)
      tail = (tail + text).slice(-200)
      const streamed = tail.endsWith('0\r\n\r\n')
      if (!streamed && (head.startsWith('HTTP/1.1 200') || !tail.endsWith('}}'))) return
      socket.off('data', take).off('close', gone)
      resolve(head.startsWith('HTTP/1.1 200') && tail.includes('[DONE]') ? undefined : head.slice(0, 30))
    }
    socket.on('data', take).once('close', gone)
    socket.write(request)
  })
}

function bytesOf(file: string): number {
  return [file, `${file}-wal`].reduce((sum, one) => sum + (statSync(one, { throwIfNoEntry: false })?.size ?? 0), 0)
}

/** @returns the exit code: 1 where something went wrong or grew. */
function report({ samples, wrong }: { samples: readonly Sample[]; wrong: ReadonlyMap<string, number> }): number {
  const mebibytes = (bytes: number) => (bytes / 1_048_576).toFixed(1)
  const perMinute = samples.filter((_, index) => index % (60_000 / EVERY) === 60_000 / EVERY - 1)
  console.table(
    perMinute.map(({ ms, requests, heap, rss, database }) => ({
      minute: Math.round(ms / 60_000),
      requests,
      'heap, MiB': mebibytes(heap),
      'memory, MiB': mebibytes(rss),
      'database, MiB': mebibytes(database),
    })),
  )
  const last = samples.at(-1)
  const flat = samples.filter(({ ms }) => ms >= FLAT_AFTER)
  const [from] = flat
  if (!last || !from || flat.length < 4) {
    console.log('Too short to tell: from the fourth minute on nothing may grow.')
    return 1
  }
  const half = flat.length >> 1
  const growth = (name: 'heap' | 'rss') =>
    median(flat.slice(half).map(({ [name]: bytes }) => bytes)) /
    median(flat.slice(0, half).map(({ [name]: bytes }) => bytes))
  // A file keeps the size that its busiest minute gave it: what is deleted is room for what comes.
  const later = flat[half] ?? from
  const bytesARequest = (last.database - later.database) / (last.requests - later.requests)
  console.log(`${((1000 * last.requests) / last.ms).toFixed(1)} requests a second, ${last.requests} in all`)
  console.log(
    `answers that were not a whole stream: ${[...wrong].map(([what, count]) => `${count} × ${what}`).join(', ') || 'none'}`,
  )
  console.log(
    `after ${FLAT_AFTER / 60_000} minutes: heap × ${growth('heap').toFixed(2)}, memory × ${growth('rss').toFixed(2)}`,
  )
  console.log(`in the second half of that the database grew by ${bytesARequest.toFixed(0)} bytes a request`)
  const grows = growth('heap') > MOST_GROWTH || growth('rss') > MOST_GROWTH || bytesARequest > MOST_BYTES_A_REQUEST
  return grows || wrong.size > 0 ? 1 : 0
}
