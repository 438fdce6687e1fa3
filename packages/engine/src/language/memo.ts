import { copyOf } from './words.ts'

/** UTF-16 units of a word that is remembered, at most. Nobody writes a longer one. */
const LONGEST = 80

/** What is known of words: of at least the `limit` that were met last, and of at most twice as many. */
export class Memo<Value> {
  readonly #limit: number
  #recent = new Map<string, Value>()
  /** Words that were not met since the others came; they go when there are too many of those. */
  #former = new Map<string, Value>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get(word: string): Value | undefined {
    const known = this.#recent.get(word)
    if (known !== undefined) return known
    const former = this.#former.get(word)
    if (former !== undefined) this.add(word, former)
    return former
  }

  add(word: string, value: Value): void {
    if (word.length > LONGEST) return
    if (this.#recent.size >= this.#limit) {
      this.#former = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(copyOf(word), value)
  }
}
