import type { Clock } from '#kernel/clock.ts'
import { describeError, type Log } from '#kernel/log.ts'
import { retryPause, wait } from '#kernel/retry-pause.ts'
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

/**
 * Settles a job's end, trying again until the storage accepts it; an attempt with an unknown outcome is resolved by the
 * next one. Completed research that has to wait too long becomes `lost`.
 * @returns undefined if the signal stopped it before.
 */
export async function settlePatiently(
  settle: (end: JobEnd) => Promise<Settled>,
  end: JobEnd,
  lost: () => JobEnd,
  parts: PatienceParts,
  id: string,
): Promise<Settled | undefined> {
  const { signal } = parts
  const ended = Promise.withResolvers<undefined>()
  const stop = () => ended.resolve(undefined)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await Promise.race([attempt(settle, end, lost, parts, id), ended.promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function attempt(
  settle: (end: JobEnd) => Promise<Settled>,
  end: JobEnd,
  lost: () => JobEnd,
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
    }
    if (!(await wait(retryPause(failures), signal))) return undefined
    const late = clock.now() - since >= patienceMs
    if (late && wanted.outcome.status === 'completed') wanted = lost()
  }
}
