/** Lets one writer in at a time, in the order in which they asked. */
export interface WriterQueue {
  /**
   * Resolves when it is the caller's turn, with a function that ends the turn.
   * @param until when to give up, in the time of `performance.now()`.
   * @throws if the turn has not come by then.
   */
  enter(until: number): Promise<() => void>
}

export function createWriterQueue(): WriterQueue {
  const waiting = new Set<() => void>()
  let taken = false
  const leave = () => {
    const [next] = waiting
    if (!next) taken = false
    else {
      waiting.delete(next)
      next()
    }
  }
  return {
    async enter(until) {
      if (taken) {
        await new Promise<void>((resolve, reject) => {
          const giveUp = () => {
            waiting.delete(go)
            reject(new Error('the database is busy'))
          }
          const timer = setTimeout(giveUp, Math.max(0, until - performance.now()))
          const go = () => {
            clearTimeout(timer)
            resolve()
          }
          waiting.add(go)
        })
      }
      taken = true
      return leave
    },
  }
}
