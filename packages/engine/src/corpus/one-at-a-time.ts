/** Work that is done once at a time: whoever asks for it while it runs shares the next turn, as this one has begun already. */
export function oneAtATime<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  let waiting: Promise<Result> | undefined
  const ask = (): Promise<Result> => {
    if (running === undefined) {
      running = work().finally(() => {
        running = undefined
      })
      return running
    }
    const next = () => {
      waiting = undefined
      return ask()
    }
    waiting ??= running.then(next, next)
    return waiting
  }
  return ask
}
