import type { Patience } from '#kernel/patience.ts'

/** SQLite's code for "another connection has the lock", in the lowest byte of an error's code. */
const SQLITE_BUSY = 5

/**
 * How long the first wait between two attempts is, in milliseconds; each later one is twice as long, up to the longest.
 */
const FIRST_WAIT = 1
const LONGEST_WAIT = 50

/** Whether an error means that another process has the lock. */
function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown }
  return typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY
}

/**
 * Retries while another process has the lock, without blocking the thread.
 * @throws the last error, for which {@link isBusy} is true, if the lock is not free before the patience is over.
 */
export async function whileBusy<Result>(patience: Patience, attempt: () => Promise<Result>): Promise<Result> {
  for (let pause = FIRST_WAIT; ; pause = Math.min(2 * pause, LONGEST_WAIT)) {
    try {
      return await attempt()
    } catch (error) {
      if (!isBusy(error) || patience.isOver) throw error
    }
    await patience.wait(pause)
  }
}
