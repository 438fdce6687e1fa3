import type { Patience } from '#kernel/patience.ts'

/** Lets one writer in at a time, in the order in which they asked. */
export interface WriterQueue {
  /**
   * Resolves when it is the caller's turn, with a function that ends the turn.
   * @throws if the turn has not come before the patience is over.
   */
  enter(patience: Patience): Promise<() => void>
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
    async enter(patience) {
      if (taken) {
        await new Promise<void>((resolve, reject) => {
          const forget = patience.whenOver(() => {
            waiting.delete(go)
            reject(Object.assign(new Error('the database is busy'), { code: 'ERR_DATABASE_BUSY' }))
          })
          const go = () => {
            forget()
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
