/** An event that occurs at most once. Unlike a promise, it allocates nothing unless somebody waits for it. */
export class OneTimeEvent {
  #occurred = false
  #waiting: PromiseWithResolvers<void> | undefined

  occur(): void {
    this.#occurred = true
    this.#waiting?.resolve()
  }

  /** Resolves when the event occurs, or at once if it has occurred. */
  wait(): Promise<void> {
    if (this.#occurred) return Promise.resolve()
    this.#waiting ??= Promise.withResolvers()
    return this.#waiting.promise
  }
}
