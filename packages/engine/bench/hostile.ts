import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { HOSTILE } from '../test/web/hostile-pages.ts'

/** Milliseconds between two looks of another client. */
const EVERY = 5

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
  let over = false
  let late = 0
  const watching = (async () => {
    while (!over) {
      const begun = performance.now()
      await (await fetch(`${url}/healthz`)).text()
      late = Math.max(late, performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, EVERY))
    }
  })()
  await fetch(`${url}/prepare?page=${index}`)
  late = 0
  const begun = performance.now()
  const said = (await (await fetch(`${url}/ask?page=${index}`)).json()) as { failures: string[]; rss: number }
  const seconds = (performance.now() - begun) / 1000
  over = true
  await watching
  child.kill()
  return {
    page: HOSTILE[index]?.name ?? '',
    'question, s': seconds.toFixed(1),
    'longest /healthz, ms': Math.round(late),
    'peak memory, MB': Math.round(said.rss / 1024),
    'what the tool call says': said.failures[0] ?? '',
  }
}

const rows: Measured[] = []
for (const index of HOSTILE.keys()) rows.push(await measure(index))
console.table(rows)
