import { setTimeout as sleep } from 'node:timers/promises'

/** How long the first wait between two attempts is, in milliseconds; each later one is twice as long. */
const FIRST = 100

/** Longest wait between two attempts, in milliseconds. */
const LONGEST = 5_000

/** How long to wait after a number of failures, from 0, in milliseconds. */
export function retryPause(failures: number): number {
  return Math.min(FIRST * 2 ** failures, LONGEST)
}

/** Waits without keeping the process alive; resolves to false if the signal ended the wait. */
export function wait(ms: number, signal?: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { ref: false, ...(signal && { signal }) }).catch(() => false)
}
