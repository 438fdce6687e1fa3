import { setTimeout as wait } from 'node:timers/promises'

/** A failed call to another service. The message is one line and contains no secret. */
export class RemoteFailure<Reason extends string> extends Error {
  readonly reason: Reason
  /** Milliseconds that the service asks to be left alone. */
  readonly retryAfter: number | undefined
  constructor(reason: Reason, message: string, retryAfter?: number) {
    super(message)
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

export interface RetryOptions {
  signal: AbortSignal
  /** Reasons of failures after which another attempt may do better. */
  mendable: ReadonlySet<string>
  /** How many further attempts to make. */
  retries: number
  /** The same after failures of a reason. Default: after silence one at most. */
  retriesOf?: Readonly<Record<string, number>> | undefined
  /** Milliseconds before the first of them, about; each later one waits twice as long. Default: 500. */
  pauseMs?: number | undefined
  /** The longest accepted wait in milliseconds; a service that asks for more is treated as gone. */
  longestPauseMs: number
  /** Waits. Default: the system's timer. */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** Attempts a call, and retries it if that may help, no sooner than the service asks. */
export async function withRetries<Value>(attempt: () => Promise<Value>, options: RetryOptions): Promise<Value> {
  const { signal, mendable, retries, longestPauseMs, pauseMs = 500 } = options
  const { pause = (ms: number) => wait(ms, undefined, { signal }), retriesOf = { timeout: Math.min(1, retries) } } =
    options
  for (let made = 0; ; made += 1) {
    try {
      return await attempt()
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof RemoteFailure) || !mendable.has(error.reason)) throw error
      if (made >= (retriesOf[error.reason] ?? retries)) throw error
      // Half of the wait is random, so that many callers do not retry at the same time.
      const ms = error.retryAfter ?? pauseMs * 2 ** made * (0.5 + Math.random())
      if (ms > longestPauseMs) throw error
      await pause(ms, signal)
    }
  }
}

/** The longest accepted wait in milliseconds; a service that names a later time than tomorrow does not mean it. */
const LONGEST = 24 * 60 * 60_000

/** Milliseconds that a Retry-After header asks for, given in seconds or as a date; undefined for nonsense. */
export function retryAfterMs(header: string | null | undefined, now: number = Date.now()): number | undefined {
  const text = header?.trim() ?? ''
  if (text === '') return undefined
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return ms >= 0 && ms <= LONGEST ? Math.ceil(ms) : undefined
}
