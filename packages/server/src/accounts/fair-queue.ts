export interface FairQueueOptions {
  /** Pieces of work that are done at once. */
  atOnce: number
  /** Pieces that may wait, of all owners together. */
  maxWaiting: number
}

/** Does work for several owners in turns, however much one of them asks for. */
export interface FairQueue {
  /**
   * Does one piece of work when it is its owner's turn.
   * @throws {@link QueueFull} where too much waits, most of it the owner's.
   */
  run<Result>(owner: string, work: () => Promise<Result>): Promise<Result>
}

/** Thrown where more work waits than will be done soon. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

interface Waiting {
  start(): void
  refuse(error: QueueFull): void
}

export function createFairQueue({ atOnce, maxWaiting }: FairQueueOptions): FairQueue {
  // The first owner in the map is the next whose turn it is.
  const lines = new Map<string, Waiting[]>()
  let busy = 0
  let waiting = 0

  /** Makes room: whoever has the longest line loses its last piece. */
  const shed = () => {
    // Among equals it is the one that came last.
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
