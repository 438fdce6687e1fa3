/**
 * Keeps values that were used lately, with a total weight of at most `most`: those that were met since a half of that
 * came together, and those before them that are still there.
 */
export class RecentCache<Value> {
  readonly #half: number
  readonly #weightOf: (value: Value) => number
  #recent = new Map<string, Value>()
  /** Values that were not used since the recent ones came; they go when there are too many of those. */
  #former = new Map<string, Value>()
  #weight = 0

  constructor(most: number, weightOf: (value: Value) => number) {
    this.#half = most / 2
    this.#weightOf = weightOf
  }

  /** The value of a key, made where it is not kept. The value made last is kept, whatever it weighs. */
  get(key: string, make: () => Value): Value {
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const value = this.#former.get(key) ?? make()
    const weight = this.#weightOf(value)
    if (this.#weight + weight > this.#half) {
      this.#former = this.#recent
      this.#recent = new Map()
      this.#weight = 0
    }
    this.#recent.set(key, value)
    this.#weight += weight
    return value
  }

  clear(): void {
    this.#recent.clear()
    this.#former.clear()
    this.#weight = 0
  }
}
