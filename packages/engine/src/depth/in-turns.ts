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

/** Does works side by side, so many at once; they begin in order, and so are their results. */
export async function inTurns<Result>(works: readonly (() => Promise<Result>)[], atOnce: number): Promise<Result[]> {
  const turns = new Turns(atOnce)
  return await Promise.all(works.map((work) => turns.take(work)))
}
