/** The longest delay of a timer; with a longer one it fires at once. */
const MAX_TIMER_MS = 2_147_483_647

/** Calls `act` after a delay, at most the longest delay of a timer. Returns a function that cancels the call. */
export function later(act: () => void, delayMs: number): () => void {
  const timer = setTimeout(act, Math.min(delayMs, MAX_TIMER_MS))
  return () => clearTimeout(timer)
}
