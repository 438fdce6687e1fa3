import { hash } from 'node:crypto'
import type { EngineEvent } from '@deep-research/engine'

/** Which of a run's events the service has received. */
export interface Told {
  count: number
  /** A hash of all of them, without the times, which differ in each run. */
  hash: string
}

export const NOTHING_TOLD: Told = { count: 0, hash: '' }

/** A run that was begun again tells other events than before, so that its stream cannot go on. */
export class OtherCourseError extends Error {
  override readonly name = 'OtherCourseError'
}

/** Follows the events of a run of which some were told by another thread, so that none is sent twice. */
export class Course {
  readonly #before: Told
  #count = 0
  #hash = ''

  constructor(before: Told) {
    this.#before = before
  }

  get told(): Told {
    return { count: this.#count, hash: this.#hash }
  }

  /**
   * Takes the next event.
   * @returns whether it was told before.
   * @throws {@link OtherCourseError}
   */
  take(event: EngineEvent): boolean {
    const { count, hash: known } = this.#before
    this.#count += 1
    this.#hash = hash('sha256', `${this.#hash}${JSON.stringify(withoutTimes(event))}`, 'base64url')
    if (this.#count === count && this.#hash !== known) throw new OtherCourseError('It took another course than before.')
    return this.#count <= count
  }

  /** @throws {@link OtherCourseError} if the run has ended before all that was told was told again. */
  end(): void {
    if (this.#count < this.#before.count) throw new OtherCourseError('It told less than before.')
  }
}

/**
 * Leaves out how long something took, which differs each time, and the content of the result, after which nothing
 * comes.
 */
function withoutTimes(event: EngineEvent): unknown {
  if (event.type === 'completed') return event.type
  return event.type === 'tool_call.completed' ? { ...event, call: { ...event.call, duration_ms: 0 } } : event
}
