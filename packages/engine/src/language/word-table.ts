/** A word with what is known of it. */
interface Entry<Value> {
  word: string
  hash: number
  value: Value
}

type Slots<Value> = (Entry<Value> | undefined)[]

/** Slots for each word that a table may hold: with fewer, many words would look for another one's slot. */
const SLOTS_A_WORD = 2

/**
 * What is known of words, looked up where they stand in a text: no string is made of a word that is known, which takes
 * most of the time that a map would.
 */
export class WordTable<Value> {
  readonly #limit: number
  readonly #mask: number
  #recent: Slots<Value>
  /** Words that were not met since the others came; they go when there are too many of those. */
  #former: Slots<Value>
  #size = 0

  /** Remembers at least the `limit` words that were met last, and at most twice as many. */
  constructor(limit: number) {
    this.#limit = limit
    this.#mask = 2 ** Math.ceil(Math.log2(SLOTS_A_WORD * limit)) - 1
    this.#recent = this.#empty()
    this.#former = []
  }

  /** What is known of the word between two places of a text, whose hash is given. */
  get(text: string, start: number, end: number, hash: number): Value | undefined {
    const mask = this.#mask
    const first = firstSlot(hash, mask)
    for (let at = first, entry = this.#recent[at]; entry !== undefined; entry = this.#recent[at]) {
      if (entry.hash === hash && isWordAt(text, start, end, entry.word)) return entry.value
      at = (at + 1) & mask
    }
    for (let at = first, entry = this.#former[at]; entry !== undefined; entry = this.#former[at]) {
      if (entry.hash === hash && isWordAt(text, start, end, entry.word)) {
        this.#put(entry)
        return entry.value
      }
      at = (at + 1) & mask
    }
    return undefined
  }

  /** Adds a word that is not known. */
  add(word: string, hash: number, value: Value): void {
    this.#put({ word, hash, value })
  }

  #put(entry: Entry<Value>): void {
    if (this.#size >= this.#limit) {
      this.#former = this.#recent
      this.#recent = this.#empty()
      this.#size = 0
    }
    let at = firstSlot(entry.hash, this.#mask)
    while (this.#recent[at] !== undefined) at = (at + 1) & this.#mask
    this.#recent[at] = entry
    this.#size += 1
  }

  #empty(): Slots<Value> {
    return new Array<Entry<Value> | undefined>(this.#mask + 1).fill(undefined)
  }
}

/**
 * Where a word is looked for first: brings the upper bits of its hash to the lower ones, as words that differ by a letter
 * would stand side by side otherwise.
 */
export function firstSlot(hash: number, mask: number): number {
  const product = Math.imul(hash ^ (hash >>> HALF), GOLDEN)
  return (product ^ (product >>> HALF)) & mask
}

/** Bits. */
const HALF = 16
/** 2 to the power of 32 by the golden ratio: its multiples are spread evenly. */
const GOLDEN = 0x9e3779b1

function isWordAt(text: string, start: number, end: number, word: string): boolean {
  if (end - start !== word.length) return false
  for (let at = 0; at < word.length; at += 1) if (text.charCodeAt(start + at) !== word.charCodeAt(at)) return false
  return true
}
