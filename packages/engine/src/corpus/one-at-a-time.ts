/**
 * Runs a piece of work one call at a time. Whoever asks for it while it is running shares the next run, because this one
 * has already begun.
 */
export function oneAtATime<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  let waiting: Promise<Result> | undefined
  const begin = () => {
    waiting = undefined
    return work()
  }
  return () => {
    waiting ??= last.then(begin, begin)
    last = waiting
    return waiting
  }
}
