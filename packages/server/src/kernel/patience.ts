import { setTimeout as wait } from 'node:timers/promises'

/** Waits are counted in so many steps: an event loop that stood still used up one of them at most. */
const STEPS = 10

/**
 * How long something may wait in all. When the event loop has stood still, its timers run before the replies that
 * arrived meanwhile. So a wait counts only for as long as was asked, however long it took, and the whole ends after
 * those replies are read.
 */
export class Patience {
  readonly #step: number
  #left: number

  /** @param ms in milliseconds */
  constructor(ms: number) {
    this.#step = ms / STEPS
    this.#left = ms
  }

  get isOver(): boolean {
    return this.#left <= 0
  }

  /** @param ms in milliseconds */
  async wait(ms: number): Promise<void> {
    await wait(ms)
    this.#left -= ms
  }

  /**
   * Calls `act` when it is over.
   * @returns a function that takes this back
   */
  whenOver(act: () => void): () => void {
    let timer: NodeJS.Timeout | undefined
    let turn: NodeJS.Immediate | undefined
    const next = () => {
      if (this.isOver) act()
      else timer = setTimeout(take, this.#step)
    }
    const take = () => {
      this.#left -= this.#step
      turn = setImmediate(next)
    }
    next()
    return () => {
      clearTimeout(timer)
      clearImmediate(turn)
    }
  }
}
