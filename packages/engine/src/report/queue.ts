type Ended<Value> = { value: Value } | { error: unknown }

/** Hands over promised values in the order in which they were promised. A reader waits for the next one. */
export class PromisedQueue<Value> {
  readonly #items: Promise<Ended<Value>>[] = []
  #isOver = false
  #wake = () => {}

  push(promised: Promise<Value>): void {
    // A failure is thrown where the value would have been read.
    this.#items.push(
      promised.then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      ),
    )
    this.#wake()
  }

  end(): void {
    this.#isOver = true
    this.#wake()
  }

  async *values(): AsyncGenerator<Value, void> {
    while (!this.#isOver || this.#items.length > 0) {
      const item = this.#items.shift()
      if (item) {
        const ended = await item
        if ('error' in ended) throw ended.error
        yield ended.value
      } else {
        const { promise, resolve } = Promise.withResolvers<void>()
        this.#wake = resolve
        await promise
      }
    }
  }
}
