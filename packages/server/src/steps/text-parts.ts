import { setTimeout as sleep } from 'node:timers/promises'
import type { ModelCall, ModelUsage } from '@deep-research/engine'
import { type Attempt, describe, type Failures } from './attempt.ts'

/** A part of a text. */
export interface Part {
  text: string
  /** Whether it is the last one. */
  over: boolean
  /** What the call took, with the last part. */
  used: ModelUsage[]
  /** Why the text broke off after it. */
  failure?: Extract<Attempt<never>, { failure: unknown }>['failure']
}

/** Pieces that come within this time are one part, in milliseconds: a word is not worth a write to the database. */
const COLLECT = 50

/** UTF-16 units that are received ahead of whoever reads. */
const MOST_AHEAD = 8_192

/** A model's text as parts of several words. */
export class TextParts {
  readonly #failures: Failures
  readonly #signal: AbortSignal
  readonly #leaving = new AbortController()
  readonly #received: Promise<void>
  #text = ''
  #used: ModelUsage[] = []
  #over = false
  #error: unknown
  #changed = Promise.withResolvers<void>()

  constructor(
    write: (call: Pick<ModelCall, 'signal' | 'onUsage'>) => AsyncIterable<string>,
    failures: Failures,
    signal: AbortSignal,
  ) {
    this.#failures = failures
    this.#signal = signal
    const inner = AbortSignal.any([signal, this.#leaving.signal])
    this.#leaving.signal.addEventListener('abort', () => this.#change(), { once: true })
    this.#received = this.#receive(write({ signal: inner, onUsage: (usage) => void this.#used.push(usage) }))
  }

  /**
   * The next part, as soon as there is one. There is none after the last.
   * @throws the signal's reason when aborted, after what came before that
   */
  async next(): Promise<Part> {
    while (!this.#over && this.#text === '') await this.#changed.promise
    if (!this.#over && this.#text.length < MOST_AHEAD) await sleep(COLLECT)
    const text = this.#text
    const over = this.#over
    this.#text = ''
    this.#change()
    if (!over) return { text, over, used: [] }
    // The pieces that came in time make one part.
    if (text !== '') return { text, over: false, used: [] }
    if (this.#error !== undefined) this.#signal.throwIfAborted()
    const used = this.#used.splice(0)
    return { text, over, used, ...(this.#error !== undefined && { failure: describe(this.#error, this.#failures) }) }
  }

  /** Ends the call, if it has not ended. Returns what it took, if that was not told with the last part. */
  async leave(): Promise<readonly ModelUsage[]> {
    this.#leaving.abort()
    await this.#received
    return this.#used.splice(0)
  }

  async #receive(pieces: AsyncIterable<string>): Promise<void> {
    try {
      for await (const piece of pieces) {
        this.#text += piece
        this.#change()
        while (this.#text.length >= MOST_AHEAD && !this.#leaving.signal.aborted) await this.#changed.promise
        if (this.#leaving.signal.aborted) break
      }
    } catch (error) {
      this.#error = error
    }
    this.#over = true
    this.#change()
  }

  #change(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}
