import { describeError, type Log } from '#kernel/log.ts'
import { retryPause, wait } from '#kernel/retry-pause.ts'
import type { Claim } from '../claim.ts'
import type { RunStore } from '../run-store.ts'

export interface SaveStepParts {
  runs: Pick<RunStore, 'saveStep' | 'journal'>
  log: Log
}

/** How long a run waits for the storage before it goes on with a step that is in the journal alone, in milliseconds. */
const JOURNAL_AFTER = 400

/**
 * Stores a step, and tries again until the storage accepts it: a run that goes on with a result that nobody stored
 * could not be taken over. Where there is a journal, the run need not wait for a storage that is locked.
 * @returns false if another process has the request, or if the signal stopped it.
 */
export async function saveStepPatiently(
  parts: SaveStepParts,
  claim: Claim,
  step: readonly [string, string],
  signal: AbortSignal,
): Promise<boolean> {
  const storing = keepTrying(parts, claim, step, signal)
  const { journal } = parts.runs
  if (!journal) return await storing
  // While earlier steps still wait for the storage, this one would wait too, so it goes to the journal at once.
  const patience = wait(journal.pending > 0 ? 0 : JOURNAL_AFTER, signal).then(() => undefined)
  const stored = await Promise.race([storing, patience])
  if (stored !== undefined) return stored
  if (signal.aborted || !journal.keep(claim, step)) return await storing
  storing.finally(() => journal.stored())
  return true
}

async function keepTrying(
  { runs, log }: SaveStepParts,
  claim: Claim,
  [key, result]: readonly [string, string],
  signal: AbortSignal,
): Promise<boolean> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await runs.saveStep(claim, key, result)
    } catch (error) {
      log.warn({ request_id: claim.id, ...describeError(error) }, 'a step was not kept')
    }
    if (!(await wait(retryPause(failures), signal))) return false
  }
}
