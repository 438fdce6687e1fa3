import { setTimeout as wait } from 'node:timers/promises'
import { ModelFailure, type ModelFailureReason } from '../failure.ts'

export interface RetryOptions {
  signal: AbortSignal
  /** Further attempts; after silence at most one. Default: 2. */
  retries?: number
  /** Milliseconds before the first of them, about; each later one waits twice as long. Default: 500. */
  pauseMs?: number
  /** Waits. Default: the system's timer. */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const MENDABLE: ReadonlySet<ModelFailureReason> = new Set(['unreachable', 'timeout', 'quota', 'server', 'cut'])
/** Milliseconds: whoever asks for more patience is taken to be gone. */
const WORTH_WAITING = 20_000

const systemPause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal })

/** Attempts a call, and again where that may help, no sooner than the provider asks. */
export async function withRetries<Value>(attempt: () => Promise<Value>, options: RetryOptions): Promise<Value> {
  const { signal, retries = 2, pauseMs = 500, pause = systemPause } = options
  for (let made = 0; ; made += 1) {
    try {
      return await attempt()
    } catch (error) {
      signal.throwIfAborted()
      const mendable = error instanceof ModelFailure && MENDABLE.has(error.reason)
      if (!mendable || made >= (error.reason === 'timeout' ? Math.min(1, retries) : retries)) throw error
      const ms = error.retryAfter ?? pauseMs * 2 ** made * (0.5 + Math.random())
      if (ms > WORTH_WAITING) throw error
      await pause(ms, signal)
    }
  }
}
