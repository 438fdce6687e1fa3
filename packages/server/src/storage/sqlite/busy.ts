import { setTimeout as wait } from 'node:timers/promises'

/** SQLite's number of "another connection has the lock", in the lowest byte of an error's number. */
const SQLITE_BUSY = 5

/** Milliseconds before the first further attempt; each later one waits twice as long, up to the longest. */
const FIRST_WAIT = 1
const LONGEST_WAIT = 50

/** Whether an error says that another process has the lock. */
export function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown }
  return typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY
}

/**
 * Tries again while another process has the lock, and leaves the thread free in between.
 * @param until when to give up, as `performance.now()` tells the time.
 * @throws the last error, which {@link isBusy} knows, where the lock is not free by then.
 */
export async function whileBusy<Result>(until: number, attempt: () => Promise<Result>): Promise<Result> {
  for (let pause = FIRST_WAIT; ; pause = Math.min(2 * pause, LONGEST_WAIT)) {
    try {
      return await attempt()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error
    }
    await wait(pause)
  }
}
