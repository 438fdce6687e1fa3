/** Keeps the most recently used values, with a total weight of at most `most`. */
export class RecentCache<Value> {
  readonly #kept = new Map<string, Value>()
  readonly #most: number
  readonly #weightOf: (value: Value) => number
  #weight = 0
  /** What was asked for last stands last already. */
  #newest: string | undefined

  constructor(most: number, weightOf: (value: Value) => number) {
    this.#most = most
    this.#weightOf = weightOf
  }

  /** The value of a key, made where it is not kept. The value made last is kept, whatever it weighs. */
  get(key: string, make: () => Value): Value {
    const known = this.#kept.get(key)
    if (known !== undefined && key === this.#newest) return known
    const value = known ?? make()
    this.#kept.delete(key)
    this.#kept.set(key, value)
    this.#newest = key
    if (known !== undefined) return value
    this.#weight += this.#weightOf(value)
    if (this.#weight > this.#most) this.#makeRoom(key)
    return value
  }

  #makeRoom(newest: string): void {
    for (const [old, value] of this.#kept) {
      if (this.#weight <= this.#most || old === newest) break
      this.#kept.delete(old)
      this.#weight -= this.#weightOf(value)
    }
  }

  clear(): void {
    this.#kept.clear()
    this.#weight = 0
    this.#newest = undefined
  }
}
