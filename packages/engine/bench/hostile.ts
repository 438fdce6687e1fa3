import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { HOSTILE } from '../test/web/hostile-pages.ts'
import { watchHealth } from './lateness.ts'

interface Measured {
  page: string
  'question, s': string
  'longest /healthz, ms': number
  'peak memory, MB': number
  'what the tool call says': string
}

/** Asks a question whose every hit is one hostile page, and looks meanwhile how late another client is answered. */
async function measure(index: number): Promise<Measured> {
  const child = fork(join(import.meta.dirname, 'serve-hostile.ts'), {
    execArgv: ['--conditions=@deep-research/source'],
  })
  const [port] = (await once(child, 'message')) as [number]
  const url = `http://127.0.0.1:${port}`
  await fetch(`${url}/prepare?page=${index}`)
  const health = watchHealth(url)
  const begun = performance.now()
  const said = (await (await fetch(`${url}/ask?page=${index}`)).json()) as { failures: string[]; rss: number }
  const seconds = (performance.now() - begun) / 1000
  const late = health.take()
  await health.end()
  child.kill()
  return {
    page: HOSTILE[index]?.name ?? '',
    'question, s': seconds.toFixed(1),
    'longest /healthz, ms': late,
    'peak memory, MB': Math.round(said.rss / 1024),
    'what the tool call says': said.failures[0] ?? '',
  }
}

const rows: Measured[] = []
for (const index of HOSTILE.keys()) rows.push(await measure(index))
console.table(rows)
