import type { Clock } from '#kernel/clock.ts'
import { describeError, type Log } from '#kernel/log.ts'
import type { RunStore } from '../run-store.ts'
import type { WorkQueue } from './queue.ts'

export interface SweepParts {
  runs: Pick<RunStore, 'abandoned'>
  queue: Pick<WorkQueue, 'add' | 'has'>
  clock: Clock
  log: Log
}

/** How long nobody has worked on a request before it is given to the workers again, in milliseconds. */
const ABANDONED_AFTER = 12_000

/** How many requests are looked at in one turn. */
const AT_ONCE = 500

/** Gives requests to the workers again that the queue has lost, or never got. */
async function sweepAbandoned({ runs, queue, clock, log }: SweepParts): Promise<void> {
  for (const { id } of await runs.abandoned(clock.now() - ABANDONED_AFTER, AT_ONCE)) {
    if (await queue.has(id)) continue
    log.warn({ request_id: id }, 'a request that nobody worked on was given to the workers again')
    await queue.add(id, 0)
  }
}

/** How often to look for such requests, in milliseconds. */
const EVERY = 4_000

/** Gives lost requests to the workers from time to time, until it is closed. */
export function startSweeping(parts: SweepParts): { close(): void } {
  let busy = false
  const timer = setInterval(async () => {
    if (busy) return
    busy = true
    await sweepAbandoned(parts).catch((error) => parts.log.warn(describeError(error), 'requests were not looked after'))
    busy = false
  }, EVERY).unref()
  return { close: () => clearInterval(timer) }
}
