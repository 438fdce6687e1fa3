import type { Chunk } from '../ports.ts'
import { blocks } from './blocks.ts'

const LINE_BREAK = 0x0a

/** The most bytes that UTF-8 needs for one UTF-16 code unit. */
const MOST_BYTES_A_CHARACTER = 3

/** Some of a page's envelopes, one per line, each with a line break. */
interface Part {
  first: number
  block: Buffer
  used: number
}

/**
 * The newest envelopes of a stream, kept as bytes: thousands of streams keep some each, and the garbage collector would
 * copy strings that live for seconds again and again.
 */
export class Page {
  /** The last part is being filled. */
  #parts: Part[] = []
  #first: number
  #end: number
  #bytes = 0

  constructor(first = 0) {
    this.#first = first
    this.#end = first
  }

  /** The index that the next envelope gets. */
  get end(): number {
    return this.#end
  }

  /** The size of all envelopes in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** @returns how many bytes it takes. */
  append(json: string): number {
    const part = this.#withRoomFor(json.length * MOST_BYTES_A_CHARACTER + 1)
    const written = part.block.write(json, part.used)
    part.block[part.used + written] = LINE_BREAK
    part.used += written + 1
    this.#bytes += written + 1
    this.#end += 1
    return written
  }

  /** The envelopes from an index on, possibly with a few before it. Undefined if there are none. */
  read(from = this.#first): Chunk | undefined {
    if (from < this.#first || from >= this.#end) return undefined
    const parts = this.#parts.slice(this.#parts.findLastIndex(({ first }) => first <= from))
    const first = parts[0]?.first ?? from
    return { first, count: this.#end - first, lines: join(parts) }
  }

  /** Drops all envelopes and makes room for the next ones. */
  clear(): void {
    for (const { block } of this.#parts) blocks.giveBack(block)
    this.#parts = []
    this.#first = this.#end
    this.#bytes = 0
  }

  #withRoomFor(bytes: number): Part {
    const last = this.#parts.at(-1)
    if (last && last.used + bytes <= last.block.length) return last
    const part = { first: this.#end, block: blocks.take(bytes), used: 0 }
    this.#parts.push(part)
    return part
  }
}

/** Joins parts without the last line break. It copies the bytes, because the blocks are reused. */
function join(parts: readonly Part[]): Buffer {
  const bytes = parts.reduce((sum, { used }) => sum + used, 0)
  const joined = Buffer.allocUnsafeSlow(bytes - 1)
  let at = 0
  for (const { block, used } of parts) at += block.copy(joined, at, 0, used)
  return joined
}
