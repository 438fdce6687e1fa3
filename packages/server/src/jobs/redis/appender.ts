import type { Redis } from 'ioredis'
import type { Claim } from '../claim.ts'
import { channelOf, keysOf } from './keys.ts'
import { runScript } from './run-script.ts'
import { APPEND } from './scripts.ts'

/** What Redis says to an append: the number of envelopes that the stream then has, or why it took none. */
export type Appended = { length: number } | { refused: true } | { missingAfter: number }

/** Consecutive envelopes of one request, the first of which has an index from 0. */
interface Append {
  claim: Claim
  first: number
  envelopes: readonly string[]
  done: PromiseWithResolvers<Appended>
}

/**
 * How many envelopes one command carries at most, unless one append alone has more: Redis does nothing else meanwhile.
 */
const MOST = 1_024

const REFUSED = -1
const GAP = -2
const FAILED = -3

/**
 * Appends envelopes to the streams of requests. Whatever is appended to any of them in one turn goes to Redis as one
 * command: with a command for each stream, sending and answering it cost more than the envelope.
 */
export class Appender {
  readonly #redis: Redis
  readonly #keptMs: number
  #waiting: Append[] = []

  constructor(redis: Redis, keptMs: number) {
    this.#redis = redis
    this.#keptMs = keptMs
  }

  /** @throws what the connection threw; it is then unknown whether the envelopes were appended. */
  append(claim: Claim, first: number, envelopes: readonly string[]): Promise<Appended> {
    const done = Promise.withResolvers<Appended>()
    if (this.#waiting.push({ claim, first, envelopes, done }) === 1) setImmediate(() => this.#sendAll())
    return done.promise
  }

  #sendAll(): void {
    let some: Append[] = []
    let count = 0
    for (const append of this.#waiting) {
      if (count > 0 && count + append.envelopes.length > MOST) {
        this.#send(some)
        some = []
        count = 0
      }
      some.push(append)
      count += append.envelopes.length
    }
    this.#waiting = []
    this.#send(some)
  }

  async #send(appends: readonly Append[]): Promise<void> {
    const keys: string[] = []
    const values: (string | number)[] = [this.#keptMs]
    for (const { claim, first, envelopes } of appends) {
      const { stream, state } = keysOf(claim.id)
      keys.push(stream, state)
      values.push(claim.epoch, first, channelOf(claim.id), envelopes.length, ...envelopes)
    }
    try {
      const answers = (await runScript(this.#redis, APPEND, keys, values)) as [number, number | string][]
      for (const [index, { done }] of appends.entries()) settle(done, answers[index])
    } catch (error) {
      for (const { done } of appends) done.reject(error)
    }
  }
}

function settle(done: Append['done'], [answer, more]: [number, number | string] = [FAILED, 'no answer']): void {
  if (answer === REFUSED) done.resolve({ refused: true })
  else if (answer === GAP) done.resolve({ missingAfter: Number(more) })
  else if (answer === FAILED) done.reject(new Error(`Redis did not take events: ${more}`))
  else done.resolve({ length: answer })
}
