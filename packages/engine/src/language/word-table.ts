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

/** What a slot holds: the number of its word and 1 more, or 0; its hash; where its units begin, and how many they are. */
const [NUMBER, HASH, FIRST, LENGTH, FIELDS] = [0, 1, 2, 3, 4] as const

/**
 * Words by their numbers, from 0 on, in arrays of numbers: an object for each would be looked for all over the memory. What is
 * compared stands side by side, as reading from another place of a large table takes longer than all else.
 */
class Words<Value> {
  readonly values: Value[] = []
  readonly #mask: number
  readonly #slots: Int32Array
  #units: Uint16Array
  /** Where the units of the last word end. */
  #end = 0

  constructor(limit: number) {
    const slots = 2 ** Math.ceil(Math.log2(SLOTS_A_WORD * limit))
    this.#mask = slots - 1
    this.#slots = new Int32Array(FIELDS * slots)
    this.#units = new Uint16Array(USUAL * limit)
  }

  /** The number of a word; -1: it is not here. */
  find(units: Uint16Array, start: number, end: number, hash: number): number {
    const mask = this.#mask
    const slots = this.#slots
    const length = end - start
    for (let at = firstSlot(hash, mask); ; at = (at + 1) & mask) {
      const slot = FIELDS * at
      const number = slots[slot + NUMBER] as number
      if (number === 0) return -1
      const isLike = slots[slot + HASH] === hash && slots[slot + LENGTH] === length
      if (isLike && this.#isAt(slots[slot + FIRST] as number, units, start, end)) return number - 1
    }
  }

  add(units: Uint16Array, start: number, end: number, hash: number, value: Value): void {
    const first = this.#end
    const length = end - start
    if (first + length > this.#units.length) this.#grow()
    for (let at = 0; at < length; at += 1) this.#units[first + at] = units[start + at] as number
    this.#end = first + length
    this.values.push(value)
    const slots = this.#slots
    let at = firstSlot(hash, this.#mask)
    while (slots[FIELDS * at + NUMBER] !== 0) at = (at + 1) & this.#mask
    const slot = FIELDS * at
    slots[slot + NUMBER] = this.values.length
    slots[slot + HASH] = hash
    slots[slot + FIRST] = first
    slots[slot + LENGTH] = length
  }

  clear(): void {
    this.values.length = 0
    this.#slots.fill(0)
    this.#end = 0
  }

  #isAt(first: number, units: Uint16Array, start: number, end: number): boolean {
    const own = this.#units
    for (let at = start, place = first; at < end; at += 1, place += 1) if (units[at] !== own[place]) return false
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
