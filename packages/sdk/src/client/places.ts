import { abortable } from './abort.ts'

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
    let held = 1
    taken += 1
    return () => {
      taken -= held
      const [next] = waiting
      if (held > 0) next?.()
      held = 0
    }
  }

  return {
    async take(signal): Promise<() => void> {
      if (taken < limit) return place()
      return abortable(signal, (resolve) => {
        const enter = (): void => resolve(place())
        waiting.add(enter)
        return () => waiting.delete(enter)
      })
    },
  }
}
