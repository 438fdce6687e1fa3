import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds before the first further attempt; each later one waits twice as long. */
const FIRST = 100

/** Longest wait between two attempts, in milliseconds. */
const LONGEST = 5_000

/** Milliseconds to wait after so many failures, from 0. */
export function retryPause(failures: number): number {
  return Math.min(FIRST * 2 ** failures, LONGEST)
}

/** Waits without keeping the process alive; false if the signal ended the wait. */
export function wait(ms: number, signal?: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { ref: false, ...(signal && { signal }) }).catch(() => false)
}
