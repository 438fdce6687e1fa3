/** Lets so many works be done at once; the others begin in the order in which they came. */
export class Turns {
  readonly #atOnce: number
  #busy = 0
  readonly #waiting: (() => void)[] = []

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#busy < this.#atOnce) this.#busy += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#busy -= 1
    }
  }
}
