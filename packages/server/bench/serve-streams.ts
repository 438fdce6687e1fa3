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

/** Research that tells events until it is ended, and keeps next to nothing itself. */
function createTickingEngine(ticker: Ticker): OpenedEngine {
  return { research: () => ({ [Symbol.asyncIterator]: () => new Ticks(ticker) }), close() {} }
}

class Ticks implements AsyncIterator<EngineEvent> {
  readonly #untold: string[] = []
  readonly #remove: () => void
  #waiting: ((result: IteratorResult<EngineEvent>) => void) | undefined

  constructor({ add }: Ticker) {
    this.#remove = add((content) => {
      const resolve = this.#waiting
      this.#waiting = undefined
      if (resolve) resolve({ done: false, value: { type: 'answer', content } })
      else this.#untold.push(content)
    })
  }

  next(): Promise<IteratorResult<EngineEvent>> {
    const content = this.#untold.length > 0 ? this.#untold.shift() : undefined
    if (content !== undefined) return Promise.resolve({ done: false, value: { type: 'answer', content } })
    return new Promise((resolve) => (this.#waiting = resolve))
  }

  async return(): Promise<IteratorResult<EngineEvent>> {
    this.#remove()
    return { done: true, value: undefined }
  }
}
