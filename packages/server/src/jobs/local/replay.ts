import { isDeepStrictEqual } from 'node:util'

/**
 * Compares what a run tells with what an earlier owner of its request stored, so that nothing is stored or sent twice.
 */
export class Replay {
  readonly #stored: readonly string[]
  #met = 0

  /** Takes all stored envelopes of the request, in order. */
  constructor(stored: readonly string[]) {
    this.#stored = stored
  }

  /** The stored envelope that was met last. */
  get latest(): string | undefined {
    return this.#stored[this.#met - 1]
  }

  /** Whether everything that is stored was told again. */
  get over(): boolean {
    return this.#met === this.#stored.length
  }

  /**
   * Takes the next envelope of the run.
   * @returns `new` if nothing is stored in its place, `known` if the same is stored, `other` if something else is.
   */
  meet(envelope: string): 'new' | 'known' | 'other' {
    const stored = this.#stored[this.#met]
    if (stored === undefined) return 'new'
    if (!isDeepStrictEqual(withoutTimes(stored), withoutTimes(envelope))) return 'other'
    this.#met += 1
    return 'known'
  }
}

/** An envelope without what differs each time. */
function withoutTimes(envelope: string): unknown {
  const {
    timestamp: _at,
    data,
    ...rest
  } = JSON.parse(envelope) as { timestamp: string; data: { duration_ms?: number } }
  const { duration_ms: _took, ...told } = data
  return { ...rest, data: told }
}
