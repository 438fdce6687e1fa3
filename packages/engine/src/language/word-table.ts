/** Slots for each word that a table may hold: with fewer, many words would look for another one's slot. */
const SLOTS_A_WORD = 2
/** UTF-16 units of a word that is remembered, at most. Nobody writes a longer one. */
const LONGEST = 80
/** UTF-16 units that a word has on average, more or less. */
const USUAL = 8

/**
 * What is known of words, looked up where they stand in a text: no string is made of a word that is known, which takes
 * most of the time that a map would.
 */
export class WordTable<Value> {
  readonly #limit: number
  #recent: Words<Value>
  /** Words that were not met since the others came; they go when there are too many of those. */
  #former: Words<Value> | undefined

  /** Remembers at least the `limit` words that were met last, and at most twice as many. */
  constructor(limit: number) {
    this.#limit = limit
    this.#recent = new Words(limit)
  }

  /** What is known of the word between two places of some units, whose hash is given. */
  get(units: Uint16Array, start: number, end: number, hash: number): Value | undefined {
    const recent = this.#recent
    const found = recent.find(units, start, end, hash)
    if (found >= 0) return recent.values[found]
    const former = this.#former
    if (former === undefined) return undefined
    const place = former.find(units, start, end, hash)
    if (place < 0) return undefined
    const value = former.values[place] as Value
    this.add(units, start, end, hash, value)
    return value
  }

  /** Adds a word that is not known. */
  add(units: Uint16Array, start: number, end: number, hash: number, value: Value): void {
    if (end - start > LONGEST) return
    if (this.#recent.values.length >= this.#limit) {
      const empty = this.#former ?? new Words<Value>(this.#limit)
      this.#former = this.#recent
      empty.clear()
      this.#recent = empty
    }
    this.#recent.add(units, start, end, hash, value)
  }
}

/** Words by their numbers, from 0 on, in arrays of numbers: an object for each would be looked for all over the memory. */
class Words<Value> {
  readonly values: Value[] = []
  readonly #mask: number
  /** A word's number and 1 more, or 0. */
  readonly #slots: Int32Array
  readonly #hashes: Int32Array
  /** Where each word ends in `#units`; it begins where the one before ends. */
  readonly #ends: Int32Array
  #units: Uint16Array

  constructor(limit: number) {
    const slots = 2 ** Math.ceil(Math.log2(SLOTS_A_WORD * limit))
    this.#mask = slots - 1
    this.#slots = new Int32Array(slots)
    this.#hashes = new Int32Array(limit)
    this.#ends = new Int32Array(limit + 1)
    this.#units = new Uint16Array(USUAL * limit)
  }

  /** The number of a word; -1: it is not here. */
  find(units: Uint16Array, start: number, end: number, hash: number): number {
    const mask = this.#mask
    const slots = this.#slots
    const hashes = this.#hashes
    for (let at = firstSlot(hash, mask), slot = slots[at] as number; slot !== 0; slot = slots[at] as number) {
      if (hashes[slot - 1] === hash && this.#isAt(slot - 1, units, start, end)) return slot - 1
      at = (at + 1) & mask
    }
    return -1
  }

  add(units: Uint16Array, start: number, end: number, hash: number, value: Value): void {
    const number = this.values.length
    const from = this.#ends[number] as number
    const to = from + end - start
    if (to > this.#units.length) this.#grow()
    for (let at = start; at < end; at += 1) this.#units[from + at - start] = units[at] as number
    this.values.push(value)
    this.#hashes[number] = hash
    this.#ends[number + 1] = to
    let at = firstSlot(hash, this.#mask)
    while (this.#slots[at] !== 0) at = (at + 1) & this.#mask
    this.#slots[at] = number + 1
  }

  clear(): void {
    this.values.length = 0
    this.#slots.fill(0)
  }

  #isAt(number: number, units: Uint16Array, start: number, end: number): boolean {
    const own = this.#units
    const from = this.#ends[number] as number
    if ((this.#ends[number + 1] as number) - from !== end - start) return false
    for (let at = start, place = from; at < end; at += 1, place += 1) if (units[at] !== own[place]) return false
    return true
  }

  #grow(): void {
    const larger = new Uint16Array(2 * this.#units.length + LONGEST)
    larger.set(this.#units)
    this.#units = larger
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
