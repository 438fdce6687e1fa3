import type { EngineEvent } from '@deep-research/engine'
import type { OpenedEngine } from '../src/index.ts'
import { createLog } from '../src/telemetry/logger.ts'
import { obeyParent } from './child.ts'
import { readSettings, startService } from './service.ts'
import { createTicker, type Ticker, type Ticking } from './ticker.ts'

/** The service as it is run, with an engine that tells what the parent asks for; the database is the first word. */
const [path = ''] = process.argv.slice(2)
const settings = readSettings({ PORT: '0', DATABASE_URL: `sqlite:${path}`, DISCONNECT_GRACE_MS: '0' })
const ticker = createTicker()
const log = createLog(settings.logLevel)
const service = await startService(settings, { openEngine: async () => createTickingEngine(ticker), log })
obeyParent(service.url, (message) => ticker.tick(message as Ticking))

/** Research that ends only when it is ended, and costs next to nothing itself. */
function createTickingEngine({ add }: Ticker): OpenedEngine {
  return {
    research: (_task, { signal }) => ({ [Symbol.asyncIterator]: () => createTicks(add, signal) }),
    close() {},
  }
}

function createTicks(add: Ticker['add'], signal: AbortSignal): AsyncIterator<EngineEvent> {
  const untold: string[] = []
  let waiting: ((result: IteratorResult<EngineEvent>) => void) | undefined
  const remove = add((content) => {
    const resolve = waiting
    waiting = undefined
    if (resolve) resolve({ done: false, value: { type: 'answer', content } })
    else untold.push(content)
  })
  signal.addEventListener('abort', remove, { once: true })
  return {
    next() {
      const content = untold.shift()
      if (content !== undefined) return Promise.resolve({ done: false, value: { type: 'answer', content } })
      return new Promise((resolve) => (waiting = resolve))
    },
  }
}
