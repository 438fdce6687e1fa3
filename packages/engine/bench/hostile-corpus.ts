import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { hostileFiles } from '../test/corpus/hostile-files.ts'
import { watchHealth } from './lateness.ts'

/** Megabytes of each file: nearly the largest that is read. */
const SIZE = 50

interface Measured {
  file: string
  'indexed, s': string
  'longest /healthz, ms': number
  '… while it is removed, ms': number
  'peak memory, MB': number
  'what is said of it': string
}

/** Adds a hostile file to the folder of an engine that serves, removes it, and looks meanwhile how late another client is answered. */
async function measure(index: number): Promise<Measured> {
  const child = fork(join(import.meta.dirname, 'serve-hostile-corpus.ts'), [String(SIZE)], {
    execArgv: ['--conditions=@deep-research/source'],
  })
  const [port] = (await once(child, 'message')) as [number]
  const url = `http://127.0.0.1:${port}`
  await fetch(`${url}/prepare?file=${index}`)
  const health = watchHealth(url)
  const ask = async (path: string) =>
    (await (await fetch(`${url}${path}`)).json()) as { problems: string[]; rss: number }
  await ask('/healthz')
  health.take()
  const begun = performance.now()
  const { problems } = await ask('/add')
  const seconds = (performance.now() - begun) / 1000
  const added = health.take()
  const { rss } = await ask('/remove')
  const removed = health.take()
  await health.end()
  child.kill()
  return {
    file: hostileFiles(SIZE)[index]?.name ?? '',
    'indexed, s': seconds.toFixed(1),
    'longest /healthz, ms': added,
    '… while it is removed, ms': removed,
    'peak memory, MB': Math.round(rss / 1024),
    'what is said of it': problems.join('; ').slice(0, 80),
  }
}

const wanted = process.argv.slice(2)
const rows: Measured[] = []
for (const [index, { name }] of hostileFiles(SIZE).entries())
  if (wanted.length === 0 || wanted.includes(name)) rows.push(await measure(index))
console.table(rows)
