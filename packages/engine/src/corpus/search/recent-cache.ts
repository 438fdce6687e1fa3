/** Keeps the most recently used values, with a total weight of at most `most`. */
export class RecentCache<Value> {
  readonly #kept = new Map<string, Value>()
  readonly #most: number
  readonly #weightOf: (value: Value) => number
  #weight = 0

  constructor(most: number, weightOf: (value: Value) => number) {
    this.#most = most
    this.#weightOf = weightOf
  }

  /** The value of a key, made where it is not kept. The value made last is kept, whatever it weighs. */
  get(key: string, make: () => Value): Value {
    const known = this.#kept.get(key)
    const value = known ?? make()
    this.#kept.delete(key)
    this.#kept.set(key, value)
    if (known === undefined) this.#weight += this.#weightOf(value)
    for (const [old, other] of this.#kept) {
      if (this.#weight <= this.#most || old === key) break
      this.#kept.delete(old)
      this.#weight -= this.#weightOf(other)
    }
    return value
  }

  clear(): void {
    this.#kept.clear()
    this.#weight = 0
  }
}
