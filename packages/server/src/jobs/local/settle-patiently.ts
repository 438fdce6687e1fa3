import type { Clock } from '#kernel/clock.ts'
import { describeError, type Log } from '#kernel/log.ts'
import { retryPause, wait } from '#kernel/retry-pause.ts'
import { StorageLostError } from '#kernel/storage-lost-error.ts'
import type { JobEnd, Settled } from '../ports.ts'

export interface PatienceParts {
  clock: Clock
  log: Log
  /** How long completed research waits for the storage, in milliseconds. Default: 10 minutes. */
  patienceMs?: number
  /** Stops further attempts. */
  signal: AbortSignal
}

const PATIENCE = 600_000

/** What a job comes to if its end cannot be stored. */
export interface Unstored {
  /** The end of completed research that had to wait too long. */
  late(): JobEnd
  /** The last envelope of a stream about which nothing can be stored any more. */
  unbooked(): string
}

/**
 * Settles a job's end, trying again until the storage accepts it; an attempt with an unknown outcome is resolved by the
 * next one. If the storage is lost for good, the stream ends, and nobody is told that anything was stored.
 * @returns undefined if the signal stopped it before.
 */
export async function settlePatiently(
  settle: (end: JobEnd) => Promise<Settled>,
  end: JobEnd,
  unstored: Unstored,
  parts: PatienceParts,
  id: string,
): Promise<Settled | undefined> {
  const { signal } = parts
  const ended = Promise.withResolvers<undefined>()
  const stop = () => ended.resolve(undefined)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await Promise.race([attempt(settle, end, unstored, parts, id), ended.promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function attempt(
  settle: (end: JobEnd) => Promise<Settled>,
  end: JobEnd,
  unstored: Unstored,
  { clock, log, patienceMs = PATIENCE, signal }: PatienceParts,
  id: string,
): Promise<Settled | undefined> {
  const since = clock.now()
  let wanted = end
  for (let failures = 0; ; failures += 1) {
    try {
      return await settle(wanted)
    } catch (error) {
      log.error({ request_id: id, ...describeError(error) }, 'a request could not be settled')
      if (error instanceof StorageLostError) return { last: unstored.unbooked(), own: false }
    }
    if (!(await wait(retryPause(failures), signal))) return undefined
    const late = clock.now() - since >= patienceMs
    if (late && wanted.outcome.status === 'completed') wanted = unstored.late()
  }
}
