import type { Query } from '../types.ts'

/** Queries that share so much of their terms find the same. */
const ALIKE = 0.8

function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one]
  if (fewer.size / more.size < ALIKE) return false
  let shared = 0
  for (const term of fewer) if (more.has(term)) shared += 1
  return shared / (one.size + other.size - shared) >= ALIKE
}

/** The queries still to ask, the weightiest first; nothing is asked twice, nor what is almost the same. */
export class Frontier {
  readonly #asked: { text: string; terms: Set<string>; within: readonly string[] | undefined }[] = []
  readonly #followed = new Set<string>()
  #waiting: Query[] = []

  /** Adds queries; gives those that are new. */
  add(queries: readonly Query[]): Query[] {
    const fresh = queries.filter((query) => this.#isNew(query))
    this.#waiting.push(...fresh)
    this.#waiting.sort((a, b) => b.weight - a.weight)
    return fresh
  }

  /** Takes up to `most` queries out. */
  take(most: number): Query[] {
    const taken = this.#waiting.slice(0, most)
    this.#waiting = this.#waiting.slice(most)
    return taken
  }

  /** What was asked or is to be, as text. */
  get texts(): string[] {
    return this.#asked.map(({ text }) => text)
  }

  get size(): number {
    return this.#waiting.length
  }

  /** Whether parts of the question itself are still to be asked. */
  get partsLeft(): boolean {
    return this.#waiting.some(({ purpose }) => purpose === 'part')
  }

  #isNew(query: Query): boolean {
    if (query.documents) {
      const key = [...query.documents].sort().join('\n')
      if (this.#followed.has(key)) return false
      this.#followed.add(key)
      return true
    }
    const terms = new Set(query.terms)
    if (terms.size === 0) return false
    for (const { terms: asked, within } of this.#asked) {
      if (within !== query.within) continue
      if (areAlike(terms, asked)) return false
    }
    this.#asked.push({ text: query.text, terms, within: query.within })
    return true
  }
}
