import { describeError, type Log } from '#kernel/log.ts'
import { retryPause, wait } from '#kernel/retry-pause.ts'
import type { Claim } from '../claim.ts'
import type { RunStore } from '../run-store.ts'

export interface SaveStepParts {
  runs: Pick<RunStore, 'saveStep'>
  log: Log
}

/**
 * Keeps a step, trying again until the storage accepts it: a run that learnt what is not kept could not be taken over.
 * @returns false if another process has the request, or if the signal stopped it.
 */
export async function saveStepPatiently(
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
