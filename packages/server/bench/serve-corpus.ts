import { setTimeout as wait } from 'node:timers/promises'
import type { EngineEvent } from '@deep-research/engine'
import { openEngineWhenNeeded } from '../src/engine-when-needed.ts'
import { obeyParent } from './child.ts'
import { QUERY } from './load.ts'
import { readSettings, startService } from './service.ts'

/** How often the other stream tells an event, in microseconds. */
const EVERY = 10_000

/**
 * The service with the demo corpus, and with a stream of its own for whoever asks the query of `load.ts`. The first word
 * is the database, the second the number of the engine's threads.
 */
const [path = '', threads = '0'] = process.argv.slice(2)
const settings = readSettings({ PORT: '0', DATABASE_URL: `sqlite:${path}`, ENGINE_WORKERS: threads })
const service = await startService(settings, {
  async openEngine(...given) {
    const engine = await openEngineWhenNeeded(...given)
    const { research } = engine
    return Object.assign(engine, {
      research: (...[task, context]: Parameters<typeof research>) =>
        task.query === QUERY ? tell(context.signal) : research(task, context),
    })
  },
})
obeyParent(service.url)

/** Tells events evenly over time, each with the time at which it was due: whatever kept this thread busy made it late. */
async function* tell(signal: AbortSignal): AsyncGenerator<EngineEvent> {
  const begun = now()
  for (let due = begun; !signal.aborted; due += EVERY) {
    const early = due - now()
    if (early > 0) await wait(early / 1000)
    yield { type: 'answer', content: `${due} ` }
  }
}

function now(): number {
  return Number(process.hrtime.bigint() / 1000n)
}
