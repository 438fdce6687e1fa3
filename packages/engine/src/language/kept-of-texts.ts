/** A text, of which parts are read. */
type Text = string | object

/**
 * Keeps what was made of parts of texts, of those that were met last, with a total weight of at most `most`. It keeps no text
 * in memory; of a string, nothing is kept.
 */
export class KeptOfTexts<Value> {
  readonly #half: number
  readonly #weightOf: (value: Value) => number
  #recent = new WeakMap<object, Map<string, Value>>()
  /** Of parts that were not met since the recent ones came; they go when there are too many of those. */
  #former = new WeakMap<object, Map<string, Value>>()
  #weight = 0

  constructor(most: number, weightOf: (value: Value) => number) {
    this.#half = most / 2
    this.#weightOf = weightOf
  }

  /** What is kept under a key of a text, made where nothing is. What weighs more than half of all is not kept. */
  get(text: Text, key: string, make: () => Value): Value {
    if (typeof text === 'string') return make()
    const known = this.#recent.get(text)?.get(key)
    if (known !== undefined) return known
    const value = this.#former.get(text)?.get(key) ?? make()
    const weight = this.#weightOf(value)
    if (weight > this.#half) return value
    if (this.#weight + weight > this.#half) {
      this.#former = this.#recent
      this.#recent = new WeakMap()
      this.#weight = 0
    }
    this.#weight += weight
    const ofText = this.#recent.get(text) ?? new Map<string, Value>()
    this.#recent.set(text, ofText.set(key, value))
    return value
  }
}
