import { ModelFailure } from '../failure.ts'

export interface Patience {
  /** Milliseconds until the first output, and between two signs of life after it. */
  first: number
  later: number
  /** When the endpoint last gave any call an output, in milliseconds of `performance.now()`: until its first output a call may only be waiting its turn. Default: never. */
  heard?: () => number
}

/** Watches for signs of life: `signal` is aborted when there are none for too long, or with the caller's own signal. */
export function watchForLife(caller: AbortSignal, { first, later, heard = () => 0 }: Patience) {
  const controller = new AbortController()
  let late: ModelFailure | undefined
  let last = performance.now()
  let limit = first
  let timer: NodeJS.Timeout
  const watch = () => {
    const since = limit === first ? Math.max(last, heard()) : last
    const left = since + limit - performance.now()
    if (left > 0) timer = setTimeout(watch, Math.ceil(left))
    else {
      late = new ModelFailure('timeout', `sent nothing for ${Math.round(limit)} ms`)
      controller.abort(late)
    }
  }
  watch()
  const leave = () => controller.abort(caller.reason)
  if (caller.aborted) leave()
  else caller.addEventListener('abort', leave, { once: true })
  return {
    signal: controller.signal,
    /** Something came, output or another sign: the time runs anew. */
    alive(isOutput: boolean) {
      last = performance.now()
      if (!isOutput || limit === later) return
      limit = later
      clearTimeout(timer)
      watch()
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
