export interface FairQueueOptions {
  /** How many pieces of work run at once. */
  atOnce: number
  /** How many pieces may wait, for all owners together. */
  maxWaiting: number
}

/** Runs work for several owners in turns, so that no owner delays the others. */
export interface FairQueue {
  /**
   * Runs one piece of work when it is its owner's turn.
   * @throws {@link QueueFull} if too much work waits and this owner has the most waiting.
   */
  run<Result>(owner: string, work: () => Promise<Result>): Promise<Result>
}

/** Thrown if more work waits than can be done soon. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

interface Waiting {
  start(): void
  refuse(error: QueueFull): void
}

export function createFairQueue({ atOnce, maxWaiting }: FairQueueOptions): FairQueue {
  // The first owner in the map has the next turn.
  const lines = new Map<string, Waiting[]>()
  let busy = 0
  let waiting = 0

  /** Makes room: the owner with the most waiting work loses the newest piece. */
  const shed = () => {
    // If several have the same amount, the one that came last loses.
    const [owner, line] = [...lines].reduce((longest, one) => (one[1].length >= longest[1].length ? one : longest))
    line.pop()?.refuse(new QueueFull('too much work waits'))
    if (line.length === 0) lines.delete(owner)
    waiting -= 1
  }

  const join = (owner: string) =>
    new Promise<void>((start, refuse) => {
      const line = lines.get(owner) ?? []
      line.push({ start, refuse })
      lines.set(owner, line)
      waiting += 1
      if (waiting > maxWaiting) shed()
    })

  const startNext = () => {
    const [next] = lines
    if (!next) {
      busy -= 1
      return
    }
    const [owner, line] = next
    const first = line.shift()
    lines.delete(owner)
    if (line.length > 0) lines.set(owner, line)
    waiting -= 1
    first?.start()
  }

  return {
    async run(owner, work) {
      if (busy < atOnce) busy += 1
      else await join(owner)
      try {
        return await work()
      } finally {
        startNext()
      }
    },
  }
}
