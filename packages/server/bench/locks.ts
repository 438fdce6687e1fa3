import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startChild } from './child.ts'
import { open, requestWith } from './load.ts'
import { seedAccounts } from './seed.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** How long another process locks the database, in milliseconds. */
const LOCKED = 12_000
const EVERY = 100
const EVENTS_PER_SECOND = 100

/** While the database is locked: a neighbour's stream, `/healthz`, and requests that need to write. */
export async function measureLock(): Promise<Record<string, Record<string, string>>> {
  const folder = temporaryFolder('bench')
  const path = join(folder, 'locks.db')
  const [neighbour = '', ...others] = await seedAccounts(path, 500)
  const service = await startChild('serve-streams.ts', [path])
  try {
    const socket = await open(service.url)
    let last = performance.now()
    let gap = 0
    socket.write(requestWith(neighbour))
    await new Promise((resolve) => socket.once('data', resolve))
    socket.on('data', () => {
      gap = Math.max(gap, performance.now() - last)
      last = performance.now()
    })
    const ticking = service.tell({ milliseconds: LOCKED + 2_000, eventsPerSecond: EVENTS_PER_SECOND })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    gap = 0
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    const seen = await askMeanwhile(service.url, others)
    other.exec('rollback')
    other.close()
    const measured = gap
    await Promise.all([ticking, seen.answered])
    socket.destroy()
    return {
      'longest gap of a neighbour, ms': { figure: measured.toFixed(0) },
      'longest /healthz, ms': { figure: Math.max(...seen.health).toFixed(0) },
      'answers to requests': { figure: [...seen.answers].map(([status, count]) => `${count} × ${status}`).join(', ') },
    }
  } finally {
    await service.end()
  }
}

async function askMeanwhile(url: string, keys: readonly string[]) {
  const answers = new Map<string, number>()
  const asking: Promise<void>[] = []
  const health: number[] = []
  const post = async (key: string) => {
    const response = await fetch(`${url}/v1/research`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ query: 'How old do corals get?' }),
    })
    await response.body?.cancel()
    const answer = `${response.status}${response.headers.has('retry-after') ? ' with Retry-After' : ''}`
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
  }
  for (let tick = 0; tick < LOCKED / EVERY; tick += 1) {
    asking.push(post(keys[tick] ?? ''))
    const begun = performance.now()
    await (await fetch(`${url}/healthz`)).text()
    health.push(performance.now() - begun)
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, EVERY - (performance.now() - begun))))
  }
  return { answers, health, answered: Promise.all(asking) }
}
