/** Something that happens once, if ever. Unlike a promise it keeps nothing for those who never wait for it. */
export class Moment {
  #over = false
  #waiting: PromiseWithResolvers<void> | undefined

  happen(): void {
    this.#over = true
    this.#waiting?.resolve()
  }

  /** Resolves when it happens; at once where it has. */
  wait(): Promise<void> {
    if (this.#over) return Promise.resolve()
    this.#waiting ??= Promise.withResolvers()
    return this.#waiting.promise
  }
}
