import type { ReasoningLevel } from '@deep-research/sdk/contract'

/** The running requests, and when they are expected to end. */
export interface Slots {
  readonly taken: number
  /** When the first of the running requests is expected to end, in milliseconds since the epoch. */
  firstEnd(): number
  /** Takes a slot. The returned function frees it and says whether it was still held. */
  take(level: ReasoningLevel): (completed: boolean) => boolean
}

interface Running {
  startedAt: number
  expectedMs: number
}

/**
 * @param expectedMs - how long a request is expected to take before one of its level has completed; from then on it is
 * the duration of the last one
 */
export function createSlots(expectedMs: number, now: () => number): Slots {
  const running = new Set<Running>()
  const lastMs = new Map<ReasoningLevel, number>()
  return {
    get taken() {
      return running.size
    },
    firstEnd: () => Math.min(...Array.from(running, ({ startedAt, expectedMs: ms }) => startedAt + ms)),
    take(level) {
      const request: Running = { startedAt: now(), expectedMs: lastMs.get(level) ?? expectedMs }
      running.add(request)
      return (completed) => {
        if (!running.delete(request)) return false
        if (completed) lastMs.set(level, now() - request.startedAt)
        return true
      }
    },
  }
}
