/** Something that is ended when it takes too long. */
export interface Limited {
  end(why: 'timeout'): void
}

/** Ends all that takes longer than a limit. One timer serves all, because one for each would take more memory. */
export class Deadlines {
  readonly #limitMs: number
  /** When each began, the oldest first, in whole milliseconds of `performance.now()`. */
  readonly #began = new Map<Limited, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  add(limited: Limited): void {
    this.#began.set(limited, Math.ceil(performance.now()))
    this.#lookIn(this.#limitMs)
  }

  delete(limited: Limited): void {
    this.#began.delete(limited)
    if (this.#began.size > 0) return
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #lookIn(ms: number): void {
    this.#timer ??= setTimeout(() => this.#look(), ms)
  }

  #look(): void {
    this.#timer = undefined
    for (const [limited, began] of this.#began) {
      const left = began + this.#limitMs - performance.now()
      if (left > 0) {
        this.#lookIn(left)
        return
      }
      this.#began.delete(limited)
      limited.end('timeout')
    }
  }
}
