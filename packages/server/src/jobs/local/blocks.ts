/** The size of a block in bytes: it holds a few events, so that a stream with few events takes little memory. */
const BLOCK = 4_096

/** How many unused blocks are kept: 16 MiB of them. */
const MOST_FREE = 4_096

/**
 * A pool of byte blocks for streams. If each stream allocated its own, the process would look to the garbage collector
 * as if it were growing, and the collector would scan the whole heap.
 */
class Blocks {
  readonly #free: Buffer[] = []

  /** @returns a block of at least this size with arbitrary content. */
  take(bytes: number): Buffer {
    if (bytes > BLOCK) return Buffer.allocUnsafeSlow(bytes)
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(BLOCK)
  }

  /** Takes back a block that nobody reads or writes any more. */
  giveBack(block: Buffer): void {
    if (block.length === BLOCK && this.#free.length < MOST_FREE) this.#free.push(block)
  }
}

/** The pool of this process. */
export const blocks = new Blocks()
