import { onAbort } from '#stream/on-abort.ts'
import { abortable } from './abort.ts'

/** A number of places, which are given out in the order in which they were asked for. */
export interface Places {
  /**
   * Waits for a place, which is held until the signal is aborted.
   *
   * @throws the signal's reason
   */
  take(signal: AbortSignal): Promise<void>
}

export function createPlaces(limit: number): Places {
  const waiting = new Set<() => void>()
  let taken = 0

  function hold(signal: AbortSignal): void {
    taken += 1
    onAbort(signal, () => {
      taken -= 1
      const [next] = waiting
      next?.()
    })
  }

  return {
    async take(signal): Promise<void> {
      if (taken < limit) return hold(signal)
      return abortable(signal, (resolve) => {
        const enter = (): void => {
          hold(signal)
          resolve()
        }
        waiting.add(enter)
        return () => waiting.delete(enter)
      })
    },
  }
}
