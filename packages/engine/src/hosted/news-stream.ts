import { setTimeout as sleep } from 'node:timers/promises'
import { sentBy } from '#model/client/events.ts'
import { orAborted } from '#web/fetch/guarded-fetch.ts'
import type { Said } from './wires/wire.ts'

/** News that come within this time are told together, in milliseconds: each batch is kept. */
const COLLECT = 500
/** A batch has no more messages than these. */
const MOST_MESSAGES = 200
/** Milliseconds without a message after which it is asked for the state: a connection may be dead and not say so. */
const SILENCE = 120_000

const LATE = Symbol('late')

/** The news of research as they come. */
export class NewsStream {
  /** Where it can be taken up again. */
  after: string
  /** Nothing more comes of it. */
  over = false
  /** It said that the research is over. */
  ended = false
  readonly #messages: AsyncIterator<string>
  readonly #connection: AbortController
  readonly #read: (sent: unknown) => Said
  #pending: Promise<IteratorResult<string>> | undefined

  /** `connection` ends that of the response. */
  constructor(response: Response, connection: AbortController, after: string, read: (sent: unknown) => Said) {
    this.after = after
    this.#connection = connection
    this.#read = read
    this.#messages = sentBy(response, () => {})[Symbol.asyncIterator]()
  }

  /** What the next message says; undefined where none comes. */
  async first(signal: AbortSignal): Promise<Said | undefined> {
    return (await this.batch(signal, 1))[0]
  }

  /** Waits for a message, and gives it with those that come soon after it. */
  async batch(signal: AbortSignal, most = MOST_MESSAGES): Promise<Said[]> {
    const said: Said[] = []
    const leaving = new AbortController()
    let limit = sleep(SILENCE, LATE, { signal: leaving.signal, ref: false })
    limit.catch(() => {})
    try {
      while (!this.over && said.length < most) {
        this.#pending ??= this.#next()
        const got = await orAborted(Promise.race([this.#pending, limit]), signal)
        if (got === LATE) {
          this.over ||= said.length === 0
          break
        }
        this.#pending = undefined
        if (got.done) this.over = true
        else if (this.#take(got.value, said) && said.length === 1) {
          limit = sleep(COLLECT, LATE, { signal: leaving.signal })
          limit.catch(() => {})
        }
      }
      return said
    } finally {
      leaving.abort()
    }
  }

  /** Lets go of the connection. */
  close(): void {
    this.over = true
    this.#connection.abort()
  }

  /** A connection that breaks has ended: it can be taken up again. */
  async #next(): Promise<IteratorResult<string>> {
    try {
      return await this.#messages.next()
    } catch {
      return { done: true, value: undefined }
    }
  }

  #take(data: string, said: Said[]): boolean {
    let sent: unknown
    try {
      sent = JSON.parse(data)
    } catch {
      // "[DONE]", and what nobody can read.
      return false
    }
    const one = this.#read(sent)
    this.after = one.after ?? this.after
    this.ended ||= one.state === 'completed' || one.state === 'ended'
    this.over ||= this.ended
    return said.push(one) > 0
  }
}
