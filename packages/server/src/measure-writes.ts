import type { EventLog } from '#jobs/ports.ts'

/** Measures how long a log takes to store events. */
export function measureWrites<Log extends EventLog>(log: Log, storedAfter: (ms: number) => void): Log {
  return {
    ...log,
    async write(claim, chunk) {
      const begun = performance.now()
      const written = await log.write(claim, chunk)
      storedAfter(performance.now() - begun)
      return written
    },
  }
}
