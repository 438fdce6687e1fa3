import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Pattern } from './find.ts'
import type { Asked, Growth } from './verdict-thread.ts'

/** Milliseconds for one expression; the checker is asked to give up sooner. */
const LIMIT = 60_000
const SOONER = 40_000

/** Where what was found out is kept, by the expressions' texts. */
export const VERDICTS: string = resolve(import.meta.dirname, 'verdicts.json')

export const readVerdicts = (): Record<string, Growth> =>
  JSON.parse(readFileSync(VERDICTS, 'utf8')) as Record<string, Growth>

/** An expression as a program writes it. */
export const textOf = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string => `/${source}/${flags}`

/** Finds out how the steps of expressions grow, in so many threads; `told` gets what is known of each as it is known. */
export async function findOut(
  patterns: readonly Pattern[],
  threads: number,
  told: (pattern: Pattern, growth: Growth) => void,
): Promise<void> {
  const left = [...patterns]
  const work = async () => {
    let worker: Worker | undefined
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      worker ??= new Worker(new URL('./verdict-thread.ts', import.meta.url))
      const growth = await growthOf(next, worker)
      told(next, growth)
      if (growth !== 'unknown') continue
      await worker.terminate()
      worker = undefined
    }
    await worker?.terminate()
  }
  await Promise.all(Array.from({ length: Math.min(threads, left.length) }, work))
}

function growthOf({ source, flags }: Pattern, worker: Worker): Promise<Growth> {
  const { promise, resolve: tell } = Promise.withResolvers<Growth>()
  const giveUp = () => tell('unknown')
  const timer = setTimeout(giveUp, LIMIT)
  worker.once('message', tell).once('error', giveUp)
  worker.postMessage({ source, flags, ms: SOONER } satisfies Asked)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', tell).off('error', giveUp)
  })
}
