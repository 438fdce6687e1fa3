import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Where documents go that a refresh removes, as long as somebody still reads what was there before it. */
export class FormerDocuments {
  readonly #forget: StatementSync
  readonly #holders = new Map<symbol, number>()
  readonly #onForgotten: () => void
  #current: number

  /** `generation`: of the index as it is now. */
  constructor(database: DatabaseSync, generation: number, onForgotten: () => void) {
    this.#forget = database.prepare('DELETE FROM temp.former WHERE generation <= ?')
    this.#current = generation
    this.#onForgotten = onForgotten
    this.#clear()
  }

  /** What is there now stays readable until the function that this gives is called. */
  hold(): () => void {
    const holder = Symbol('holder')
    this.#holders.set(holder, this.#current)
    return () => {
      if (this.#holders.delete(holder)) this.#clear()
    }
  }

  /** A refresh has come to its end: what began to read since then needs nothing that it removed. */
  renewed(generation: number): void {
    this.#current = generation
    this.#clear()
  }

  #clear(): void {
    const oldest = Math.min(this.#current, ...this.#holders.values())
    if (this.#forget.run(oldest).changes > 0) this.#onForgotten()
  }
}
