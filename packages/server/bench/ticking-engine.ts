import type { EngineEvent } from '@deep-research/engine'
import type { OpenedEngine } from '../src/index.ts'
import type { Ticker } from './ticker.ts'

/** Research that tells events until it is ended, and keeps next to nothing itself. */
export function createTickingEngine(ticker: Ticker): OpenedEngine {
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
