import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Keeps documents that a refresh removes for as long as somebody reads an earlier state of the index. */
export class FormerDocuments {
  readonly #forget: StatementSync
  readonly #holders = new Map<symbol, number>()
  readonly #onForgotten: () => void
  #current: number

  /** `generation` is that of the current index. */
  constructor(database: DatabaseSync, generation: number, onForgotten: () => void) {
    this.#forget = database.prepare('DELETE FROM temp.former WHERE generation <= ?')
    this.#current = generation
    this.#onForgotten = onForgotten
    this.#clear()
  }

  /** Keeps the current documents readable until the returned function is called. */
  hold(): () => void {
    const holder = Symbol('holder')
    this.#holders.set(holder, this.#current)
    return () => {
      if (this.#holders.delete(holder)) this.#clear()
    }
  }

  /** Ends a refresh: whoever begins to read from now on needs nothing that it removed. */
  renewed(generation: number): void {
    this.#current = generation
    this.#clear()
  }

  #clear(): void {
    const oldest = Math.min(this.#current, ...this.#holders.values())
    if (this.#forget.run(oldest).changes > 0) this.#onForgotten()
  }
}
