/**
 * Keeps values that were used lately, with a total weight of at most `most`: those that were met since a half of that
 * came together, and those before them that are still there.
 */
export class RecentCache<Value, Key = string> {
  readonly #half: number
  readonly #weightOf: (value: Value) => number
  #recent = new Map<Key, Value>()
  /** Values that were not used since the recent ones came; they go when there are too many of those. */
  #former = new Map<Key, Value>()
  #weight = 0

  constructor(most: number, weightOf: (value: Value) => number = () => 1) {
    this.#half = most / 2
    this.#weightOf = weightOf
  }

  /** The value of a key, made where it is not kept. The value made last is kept, whatever it weighs. */
  get(key: Key, make: () => Value): Value {
    const known = this.find(key)
    if (known !== undefined) return known
    const value = make()
    this.add(key, value)
    return value
  }

  /** The value of a key, if it is kept. */
  find(key: Key): Value | undefined {
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const former = this.#former.get(key)
    if (former !== undefined) this.add(key, former)
    return former
  }

  add(key: Key, value: Value): void {
    const weight = this.#weightOf(value)
    if (this.#weight + weight > this.#half) {
      this.#former = this.#recent
      this.#recent = new Map()
      this.#weight = 0
    }
    this.#recent.set(key, value)
    this.#weight += weight
  }

  clear(): void {
    this.#recent.clear()
    this.#former.clear()
    this.#weight = 0
  }
}
