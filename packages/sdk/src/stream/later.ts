/** The longest delay that a timer takes; beyond it a timer fires at once. */
const MAX_TIMER_MS = 2_147_483_647

/** Calls `act` after a delay; one too long for a timer is cut to the longest. Returns what calls it off. */
export function later(act: () => void, delayMs: number): () => void {
  const timer = setTimeout(act, Math.min(delayMs, MAX_TIMER_MS))
  return () => clearTimeout(timer)
}
