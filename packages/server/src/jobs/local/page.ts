import { LineWriter, mostBytesOf } from '../lines.ts'
import type { Chunk } from '../ports.ts'
import { blocks } from './blocks.ts'

/** Some of a page's envelopes. */
interface Part {
  readonly first: number
  readonly lines: LineWriter
}

const NO_PARTS: readonly Part[] = []

/**
 * The newest envelopes of a stream, kept as bytes: thousands of streams keep some each, and the garbage collector would
 * copy strings that live for seconds again and again.
 */
export class Page {
  /**
   * The part that is being filled. It is kept in two fields, because an object would have to be fetched for every
   * event.
   */
  #lines: LineWriter | undefined
  #linesFirst: number
  /** The parts before it. */
  #full = NO_PARTS
  #first: number
  #end: number
  #bytes = 0

  constructor(first = 0) {
    this.#first = first
    this.#linesFirst = first
    this.#end = first
  }

  /** The index that the next envelope gets. */
  get end(): number {
    return this.#end
  }

  /** The size of all lines in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** @returns how many bytes of UTF-8 it has. */
  append(json: string): number {
    const lines = this.#withRoomFor(mostBytesOf(json))
    const before = lines.used
    const written = lines.write(json)
    this.#bytes += lines.used - before
    this.#end += 1
    return written
  }

  /** The envelopes from an index on, possibly with a few before it. Undefined if there are none. */
  read(from = this.#first): Chunk | undefined {
    if (from < this.#first || from >= this.#end) return undefined
    const all = this.#parts()
    const parts = all.slice(all.findLastIndex(({ first }) => first <= from))
    const first = parts[0]?.first ?? from
    return { first, count: this.#end - first, lines: join(parts) }
  }

  /** Drops all envelopes and makes room for the next ones. */
  clear(): void {
    for (const { lines } of this.#parts()) blocks.giveBack(lines.block)
    this.#lines = undefined
    this.#full = NO_PARTS
    this.#first = this.#end
    this.#bytes = 0
  }

  #withRoomFor(bytes: number): LineWriter {
    const last = this.#lines
    if (last && last.used + bytes <= last.size) return last
    this.#full = this.#parts()
    this.#lines = new LineWriter(blocks.take(bytes))
    this.#linesFirst = this.#end
    return this.#lines
  }

  #parts(): readonly Part[] {
    return this.#lines ? [...this.#full, { first: this.#linesFirst, lines: this.#lines }] : this.#full
  }
}

/** Joins parts without the last line break. It copies the bytes, because the blocks are reused. */
function join(parts: readonly Part[]): Buffer {
  const bytes = parts.reduce((sum, { lines }) => sum + lines.used, 0)
  const joined = Buffer.allocUnsafeSlow(bytes - 1)
  let at = 0
  for (const { lines } of parts) at += lines.block.copy(joined, at, 0, lines.used)
  return joined
}
