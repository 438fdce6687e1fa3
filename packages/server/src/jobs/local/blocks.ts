/** Bytes of a block: some events, so that a stream that tells little keeps little. */
const BLOCK = 4_096

/** Blocks that wait for the next taker: 16 MiB of them. */
const MOST_FREE = 4_096

/**
 * Bytes that streams take and give back. Bytes that are allocated anew for each stream look to the collector like a
 * process that grows, and it goes over the whole heap for them.
 */
class Blocks {
  readonly #free: Buffer[] = []

  /** @returns a block of at least so many bytes, whose content is anything. */
  take(bytes: number): Buffer {
    if (bytes > BLOCK) return Buffer.allocUnsafeSlow(bytes)
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(BLOCK)
  }

  /** Takes a block back that nobody reads or writes any more. */
  giveBack(block: Buffer): void {
    if (block.length === BLOCK && this.#free.length < MOST_FREE) this.#free.push(block)
  }
}

/** Those of the process. */
export const blocks = new Blocks()
