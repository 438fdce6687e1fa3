import type { SourceDocument } from '../types.ts'

/** Keeps what is made of places of documents, as long as these are there and not more than a bound. */
export class PlaceCache<Value> {
  readonly #most: number
  #known = new WeakMap<SourceDocument, Map<string, Value>>()
  #units = 0

  /** `most`: UTF-16 units of the places that are kept; after so many, all are forgotten. */
  constructor(most: number) {
    this.#most = most
  }

  /** What is made of a place of a document. */
  get(document: SourceDocument, { start, end }: { start: number; end: number }, make: () => Value): Value {
    const key = `${start}:${end}`
    const known = this.#known.get(document)?.get(key)
    if (known !== undefined) return known
    const value = make()
    if (this.#units > this.#most) {
      this.#known = new WeakMap()
      this.#units = 0
    }
    const places = this.#known.get(document) ?? new Map<string, Value>()
    this.#known.set(document, places.set(key, value))
    this.#units += end - start
    return value
  }
}
