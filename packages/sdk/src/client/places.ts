import { onAbort } from './abort.ts'

/** A number of places; whoever comes first gets the next one that is free. */
export interface Places {
  /**
   * Waits for a place.
   *
   * @returns what gives the place back; a second call does nothing.
   * @throws the signal's reason
   */
  take(signal: AbortSignal): Promise<() => void>
}

export function createPlaces(limit: number): Places {
  const waiting = new Set<() => void>()
  let taken = 0

  function place(): () => void {
    let held = true
    taken += 1
    return () => {
      if (!held) return
      held = false
      taken -= 1
      const [next] = waiting
      next?.()
    }
  }

  return {
    take(signal): Promise<() => void> {
      if (taken < limit) return Promise.resolve(place())
      return new Promise((resolve, reject) => {
        const enter = (): void => {
          waiting.delete(enter)
          stopListening()
          resolve(place())
        }
        waiting.add(enter)
        const stopListening = onAbort(signal, (reason) => {
          waiting.delete(enter)
          reject(reason)
        })
      })
    },
  }
}
