import type { OpenRecord, RecordedRequest } from './records.ts'

/** The requests that a mock received, and those who wait for the next one. */
export interface RequestLog {
  /** Oldest first. */
  readonly requests: OpenRecord[]
  add(record: OpenRecord): void
  /** The first request that no earlier call returned; waits if there is none. */
  next(signal?: AbortSignal): Promise<RecordedRequest>
  clear(): void
}

export function createRequestLog(): RequestLog {
  const requests: OpenRecord[] = []
  const waiting = new Set<() => void>()
  let taken = 0
  const take = () => {
    const record = requests[taken]
    if (record !== undefined) taken += 1
    return record
  }
  return {
    requests,
    add(record) {
      requests.push(record)
      const [first] = waiting
      first?.()
    },
    next: async (signal) => {
      signal?.throwIfAborted()
      const record = waiting.size === 0 ? take() : undefined
      if (record !== undefined) return record
      return new Promise((resolve, reject) => {
        const stop = () => {
          waiting.delete(settle)
          reject(signal?.reason)
        }
        const settle = () => {
          const came = take()
          if (came === undefined) return
          waiting.delete(settle)
          signal?.removeEventListener('abort', stop)
          resolve(came)
        }
        waiting.add(settle)
        signal?.addEventListener('abort', stop, { once: true })
      })
    },
    clear() {
      requests.length = 0
      taken = 0
    },
  }
}
