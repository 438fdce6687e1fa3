import { setTimeout as wait } from 'node:timers/promises'
import { RemoteFailure } from './remote-failure.ts'

export interface RetryOptions {
  signal: AbortSignal
  /** Reasons of failures after which another attempt may do better. */
  mendable: ReadonlySet<string>
  /** How many further attempts to make; after silence at most one. */
  retries: number
  /** Milliseconds before the first of them, about; each later one waits twice as long. */
  pauseMs: number
  /** The longest accepted wait in milliseconds; a service that asks for more is treated as gone. */
  longestPauseMs: number
  /** Waits. Default: the system's timer. */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const systemPause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal })

/** Attempts a call, and retries it if that may help, no sooner than the service asks. */
export async function withRetries<Value>(attempt: () => Promise<Value>, options: RetryOptions): Promise<Value> {
  const { signal, mendable, retries, pauseMs, longestPauseMs, pause = systemPause } = options
  for (let made = 0; ; made += 1) {
    try {
      return await attempt()
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof RemoteFailure) || !mendable.has(error.reason)) throw error
      if (made >= (error.reason === 'timeout' ? Math.min(1, retries) : retries)) throw error
      // Half of the wait is random, so that many callers do not retry at the same time.
      const ms = error.retryAfter ?? pauseMs * 2 ** made * (0.5 + Math.random())
      if (ms > longestPauseMs) throw error
      await pause(ms, signal)
    }
  }
}
