/** Work that is done once at a time: whoever asks for it while it runs shares the next turn, as this one has begun already. */
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
