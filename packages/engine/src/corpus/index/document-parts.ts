import type { Block, BlockList, ReadableText } from '../../types.ts'
import { decodeBlocks, encodeBlocks } from './block-record.ts'

/**
 * UTF-16 units of a part, or one less where two of them are one character. A question reads passages of a thousand: with 64K,
 * a fifth of its time over long documents went into parts of which it needed a few lines.
 */
const PART = 16 * 1024

/** How much a part holds. */
export interface PartSize {
  /** UTF-16 units of its text. */
  length: number
  /** The blocks that begin in it; null where the document has none. */
  count: number | null
}

/** A part of a document's text, and the blocks that begin in it, as `encodeBlocks` writes them. */
export interface StoredPart {
  text: string
  blocks: string | null
}

/** Cuts a document into parts, so that who reads a passage does not read all of it. `encoded`: all of its blocks, as `encodeBlocks` writes them. */
export function partsOf(
  text: string,
  blocks: readonly Block[] | undefined,
  encoded: string | null,
): (PartSize & StoredPart)[] {
  if (text.length < PART) return [{ length: text.length, text, count: blocks?.length ?? null, blocks: encoded }]
  const parts: (PartSize & StoredPart)[] = []
  let first = 0
  for (let start = 0; start === 0 || start < text.length; ) {
    const end = start + PART < text.length && isInsidePair(text, start + PART) ? start + PART - 1 : start + PART
    let next = first
    while (blocks !== undefined && (blocks[next]?.start ?? Number.POSITIVE_INFINITY) < end) next += 1
    const part = text.slice(start, end)
    const own = blocks?.slice(first, next)
    const stored = own ? { count: own.length, blocks: encodeBlocks(own) } : { count: null, blocks: null }
    parts.push({ length: part.length, text: part, ...stored })
    first = next
    start = end
  }
  return parts
}

function isInsidePair(text: string, place: number): boolean {
  return (text.codePointAt(place - 1) ?? 0) > 0xffff
}

/** A part that is in memory. */
export interface LoadedPart {
  text: string
  blocks: readonly Block[]
}

export function loadPart({ text, blocks }: StoredPart): LoadedPart {
  let decoded: readonly Block[] | undefined
  return {
    text,
    get blocks() {
      decoded ??= blocks === null ? [] : decodeBlocks(blocks)
      return decoded
    },
  }
}

/** What is stored of a document's text and blocks: it is read a part at a time, when it is first asked for. */
export class DocumentParts {
  readonly text: ReadableText
  readonly blocks: BlockList | undefined

  /** `load` gives a part by its number, from 0 on. */
  constructor(sizes: readonly PartSize[], load: (part: number) => LoadedPart) {
    const starts = [0]
    const firsts = [0]
    for (const [at, { length, count }] of sizes.entries()) {
      starts.push((starts[at] ?? 0) + length)
      firsts.push((firsts[at] ?? 0) + (count ?? 0))
    }
    this.text = new PartedText(starts, (part) => load(part).text)
    this.blocks = sizes[0]?.count === null ? undefined : new PartedBlocks(starts, firsts, (part) => load(part).blocks)
  }
}

class PartedText implements ReadableText {
  readonly length: number
  readonly #starts: readonly number[]
  readonly #load: (part: number) => string

  constructor(starts: readonly number[], load: (part: number) => string) {
    this.length = starts.at(-1) ?? 0
    this.#starts = starts
    this.#load = load
  }

  slice(from = 0, to = this.length): string {
    const end = Math.min(to, this.length)
    if (from >= end) return ''
    let found = ''
    for (let part = lastUpTo(this.#starts, from); (this.#starts[part] ?? end) < end; part += 1) {
      const start = this.#starts[part] ?? 0
      found += this.#load(part).slice(Math.max(0, from - start), end - start)
    }
    return found
  }
}

class PartedBlocks implements BlockList {
  readonly length: number
  readonly #starts: readonly number[]
  readonly #firsts: readonly number[]
  readonly #load: (part: number) => readonly Block[]

  constructor(starts: readonly number[], firsts: readonly number[], load: (part: number) => readonly Block[]) {
    this.length = firsts.at(-1) ?? 0
    this.#starts = starts
    this.#firsts = firsts
    this.#load = load
  }

  at(index: number): Block | undefined {
    if (index >= this.length) return undefined
    const part = lastUpTo(this.#firsts, index)
    return this.#load(part)[index - (this.#firsts[part] ?? 0)]
  }

  around(place: number): [low: number, high: number] {
    const part = Math.min(lastUpTo(this.#starts, place), this.#starts.length - 2)
    // The last block of the parts before may reach into this one.
    return [Math.max(0, (this.#firsts[part] ?? 0) - 1), this.#firsts[part + 1] ?? 0]
  }
}

/** The index of the last of some ascending numbers that is not above a value. */
function lastUpTo(numbers: readonly number[], value: number): number {
  let low = 0
  let high = numbers.length
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) <= value) low = middle
    else high = middle
  }
  return low
}
