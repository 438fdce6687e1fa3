import { createHash } from 'node:crypto'

/** Where the steps of one run are kept. */
export interface StepStore {
  /** Differs from run to run, and is the same for every owner of the run. */
  readonly id: string
  /** Aborted when the run ends, in whatever way. */
  readonly signal: AbortSignal
  /** What earlier owners of the run have kept, by key. */
  readonly steps: ReadonlyMap<string, string>
  /** Keeps a step. If that is not possible for now, it tries again until the run ends. */
  saveStep(key: string, result: string): Promise<void>
}

/** A step that is done. */
interface Done {
  /** How many steps were done before it. */
  place: number
  value?: unknown
  /** The step was given up because its signal was aborted. */
  aborted?: true
}

/** How long to wait for a step that an earlier owner did and this one has not begun, in milliseconds. */
const PATIENCE = 5_000

/**
 * What one run gets from outside of this process, step by step. Each step is kept before the run learns its result, and
 * the results come in an order that is kept too. So a successor whose engine does the same with the same results tells
 * what was told before, asks nobody for what is kept, and goes on from there.
 */
export class RunSteps {
  readonly #store: StepStore
  readonly #kept: Map<string, Done>
  /** How often each name was begun. */
  readonly #times = new Map<string, number>()
  /** How many steps are done, in whichever process. */
  #done: number
  /** How many of their results the run has seen. */
  #learnt = 0
  /** The places of steps that the run has begun and whose results it has not seen. */
  readonly #begun = new Set<number>()
  /** Steps whose result has arrived and waits for its turn, by place. */
  readonly #waiting = new Map<number, () => void>()
  #telling = false
  #skip: NodeJS.Timeout | undefined
  #randoms = 0

  constructor(store: StepStore) {
    this.#store = store
    this.#kept = inOrder(store.steps)
    this.#done = this.#kept.size
    store.signal.addEventListener('abort', () => this.#leave(), { once: true })
  }

  /** The key of the next step that is described by these words: the same one in every process. */
  key(kind: string, ...words: readonly string[]): string {
    const name = `${kind} ${createHash('sha256').update(JSON.stringify(words)).digest('base64url')}`
    const times = (this.#times.get(name) ?? 0) + 1
    this.#times.set(name, times)
    return `${name} ${times}`
  }

  /**
   * The result of a step: that of an earlier owner of the run, or else that of `work`. It must survive JSON, and `work`
   * may throw only if a signal is aborted.
   * @throws the reason of the step's signal, or of the run's
   */
  async take<Value>(key: string, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    const kept = this.#kept.get(key)
    if (kept) this.#begun.add(kept.place)
    const done = kept ?? (await this.#do(key, signal, work))
    // The earlier owner ran out of time here, and so does this one.
    if (done.aborted) await Promise.race([aborted(signal), aborted(this.#store.signal)])
    await this.#turn(done.place)
    this.#kept.delete(key)
    this.#store.signal.throwIfAborted()
    if (done.aborted) signal.throwIfAborted()
    return done.value as Value
  }

  /** A number from 0 to below `bound`, which nobody can guess who does not know the run. */
  random(bound: number): number {
    this.#randoms += 1
    return createHash('sha256').update(`${this.#store.id} ${this.#randoms}`).digest().readUInt32BE() % bound
  }

  async #do(key: string, signal: AbortSignal, work: () => Promise<unknown>): Promise<Done> {
    const ending = this.#store.signal
    let made: Omit<Done, 'place'>
    try {
      made = { value: await work() }
    } catch (error) {
      if (ending.aborted || !signal.aborted) throw error
      made = { aborted: true }
    }
    ending.throwIfAborted()
    const place = this.#done
    this.#done += 1
    this.#begun.add(place)
    const result = JSON.stringify({ place, ...made })
    await this.#store.saveStep(key, result)
    // As a successor will read it.
    return JSON.parse(result)
  }

  /** Resolves when the run has learnt of all that was done before, and everything that follows from that has happened. */
  #turn(place: number): Promise<void> {
    if (this.#store.signal.aborted) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.set(place, resolve)
    this.#tellNext()
    return promise
  }

  #tellNext(): void {
    if (this.#telling) return
    clearTimeout(this.#skip)
    const place = this.#learnt
    const learn = this.#waiting.get(place)
    if (learn) {
      this.#telling = true
      this.#waiting.delete(place)
      this.#begun.delete(place)
      learn()
      setImmediate(() => this.#goOn())
    } else if (this.#waiting.size > 0 && !this.#begun.has(place)) {
      // The run takes another course than before. Whether that can be told to its readers is seen from its events.
      this.#skip = setTimeout(() => this.#goOn(), PATIENCE).unref()
    }
  }

  #goOn(): void {
    this.#telling = false
    this.#learnt += 1
    this.#tellNext()
  }

  #leave(): void {
    clearTimeout(this.#skip)
    for (const resolve of this.#waiting.values()) resolve()
    this.#waiting.clear()
  }
}

/**
 * The kept steps, numbered from 0 without gaps: if a step was not kept in time, the run has not learnt of it either.
 */
function inOrder(steps: ReadonlyMap<string, string>): Map<string, Done> {
  const done = [...steps].map(([key, result]) => [key, JSON.parse(result) as Done] as const)
  done.sort(([, one], [, other]) => one.place - other.place)
  return new Map(done.map(([key, one], place) => [key, { ...one, place }]))
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
