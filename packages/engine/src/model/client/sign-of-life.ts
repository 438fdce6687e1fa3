import { ModelFailure } from '../failure.ts'

/**
 * Watches for signs of life: `signal` is aborted when there are none for too long, or with the caller's own signal.
 * `first`, `later`: milliseconds until the first sign and between two.
 */
export function watchForLife(caller: AbortSignal, { first, later }: { first: number; later: number }) {
  const controller = new AbortController()
  let late: ModelFailure | undefined
  const giveUp = (ms: number) => () => {
    late = new ModelFailure('timeout', `sent nothing for ${ms} ms`)
    controller.abort(late)
  }
  // The SDK asks at each piece whether it is aborted: of a signal that depends on others that takes long.
  const leave = () => controller.abort(caller.reason)
  if (caller.aborted) leave()
  else caller.addEventListener('abort', leave, { once: true })
  let timer = setTimeout(giveUp(first), first)
  let isAlive = false
  return {
    signal: controller.signal,
    /** Something came: the time runs anew. */
    alive() {
      if (isAlive) timer.refresh()
      else {
        isAlive = true
        clearTimeout(timer)
        timer = setTimeout(giveUp(later), later)
      }
    },
    /** The failure where the time ran out; undefined where it did not. */
    failure: () => late,
    /** Ends what is under way: nobody reads it any more. */
    stop: () => controller.abort(),
    end() {
      clearTimeout(timer)
      caller.removeEventListener('abort', leave)
    },
  }
}
