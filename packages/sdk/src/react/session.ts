import { isEventStream } from '#client/answer.ts'
import { APIError, type DeepResearchError } from '#client/errors.ts'
import { createPatience, type Patience } from '#client/patience.ts'
import { readResearchStream } from '#client/read-stream.ts'
import { isVerdict } from '#client/retry.ts'
import { CONTENT_TYPE, IDEMPOTENCY_KEY, LAST_EVENT_ID, REQUEST_ID, RESUMABLE, RESUME } from '#contract/tables.ts'
import { ignore } from '#stream/ignore.ts'
import { isError } from '#stream/is-error.ts'
import { later } from '#stream/later.ts'
import { isOffline, type Pause, startPause } from './pause.ts'
import { createReducer, type EventReducer, IDLE, type ResearchState } from './research-state.ts'
import type { ResearchStoreOptions } from './store-options.ts'

/** What a session researches: a question under its key, or a research that has begun already. */
export type Subject = { readonly body: string; readonly key: string } | { readonly id: string }

/** How long an answer is awaited only to cancel the research that it names. */
const CANCEL_WITHIN_MS = 60_000
const MAX_RETRY_AFTER_MS = 60_000

const asError = (error: unknown): Error => (isError(error) ? error : new Error(String(error)))

/** Whether nothing is gained by trying again. A relay refuses visitors with 401 or 403, often in words of its own. */
function isFinal(error: Error): boolean {
  if (APIError.isInstance(error) && (error.status === 401 || error.status === 403)) return true
  return isVerdict(error)
}

/** One research, over all its connections, of which there is one at a time. */
export class Session {
  readonly subject: Subject
  readonly #options: ResearchStoreOptions
  readonly #publish: (state: ResearchState) => void
  readonly #reduce: EventReducer = createReducer()
  readonly #patience: Patience
  #state: ResearchState
  #isResumable: boolean
  /** Whether it is unknown, after a failure, if the research has begun. */
  #isUnknown = false
  #isCancelled = false
  #connection = new AbortController()
  #loop: Promise<void> | undefined
  #pause: Pause | undefined

  constructor(subject: Subject, options: ResearchStoreOptions, publish: (state: ResearchState) => void) {
    const id = 'id' in subject ? subject.id : undefined
    const { resume = {}, maxResumes = Infinity, resumeDelayMs } = options
    const { giveUpAfterMs = 60_000, limit = maxResumes, delayMs = resumeDelayMs } = resume
    this.subject = subject
    this.#options = options
    this.#publish = publish
    this.#patience = createPatience({ giveUpAfterMs, limit }, delayMs)
    this.#state = { ...IDLE, id }
    this.#isResumable = id !== undefined
  }

  /** Whether the research runs as far as the page knows, and can be read on, asked for again or cancelled. */
  get isOpen(): boolean {
    const { status } = this.#state
    return this.#isUnknown || status === 'connecting' || status === 'streaming' || status === 'interrupted'
  }

  get id(): string | undefined {
    return this.#state.id
  }

  /** Reads one connection after another until the research ends or the page leaves it. A wait for the next one ends. */
  run(): Promise<void> {
    this.#pause?.end()
    if (this.#loop === undefined) {
      this.#connection = new AbortController()
      const loop = this.#work(this.#connection.signal).finally(() => {
        if (this.#loop === loop) this.#loop = undefined
      })
      this.#loop = loop
    }
    return this.#loop
  }

  /** Ends the connection and leaves the research running. */
  leave(): void {
    this.#connection.abort()
    this.#loop = undefined
    if (this.isOpen && !this.#isUnknown) this.#set({ status: 'interrupted', error: undefined })
  }

  /** Cancels the research at the service, by its key if its id has not arrived. */
  cancel(): void {
    if (!this.isOpen) return
    const { id } = this.#state
    this.#isCancelled = true
    this.#isUnknown = false
    this.#set({ status: 'cancelled', error: undefined })
    this.#pause?.end()
    void this.#sendCancel(id)
    if (id !== undefined) this.#connection.abort()
    else {
      // The service may not have the question yet: its answer is awaited, and then cancelled by its id.
      const stop = later(() => this.#connection.abort(), CANCEL_WITHIN_MS)
      void Promise.resolve(this.#loop).finally(stop)
    }
  }

  async #work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.#isCancelled) {
      this.#set({ status: 'connecting', error: undefined })
      const error = await this.#connect(signal)
      if (signal.aborted || this.#isCancelled) return
      const { onFinish, onError } = this.#options
      const { status, result, position } = this.#state
      if (error === undefined) return queueMicrotask(() => result && onFinish?.(result))
      const hasFailed = status === 'failed' || !this.#isResumable || isFinal(error)
      const delayMs = hasFailed ? undefined : this.#delayAfter(error)
      this.#isUnknown = hasFailed && this.#state.id === undefined && !isFinal(error)
      this.#set({ status: hasFailed ? 'failed' : 'interrupted', error })
      if (delayMs === undefined) return queueMicrotask(() => onError?.(error))
      const wasOffline = isOffline()
      this.#pause = startPause(delayMs, signal)
      await this.#pause.over
      // Without a network nothing can be said of the service, however long that lasts.
      if (wasOffline) this.#patience.lost(position)
    }
  }

  #delayAfter(error: Error): number | undefined {
    return this.#patience.delayAfter(error as DeepResearchError, MAX_RETRY_AFTER_MS)
  }

  async #fetch(url: string, init: RequestInit, headers: Record<string, string>): Promise<Response> {
    const { headers: given, credentials, fetch = globalThis.fetch } = this.#options
    const own = typeof given === 'function' ? await given() : given
    return fetch(url, { ...init, headers: { ...own, ...headers }, ...(credentials && { credentials }) })
  }

  async #sendCancel(id: string | undefined): Promise<void> {
    const { api } = this.#options
    const query = `${api.includes('?') ? '&' : '?'}id=${encodeURIComponent(id ?? '')}`
    const headers = 'key' in this.subject && id === undefined ? { [IDEMPOTENCY_KEY]: this.subject.key } : {}
    // With `keepalive`, the request is sent even if the page is being closed.
    const init = { method: 'DELETE', keepalive: true }
    await this.#fetch(id === undefined ? api : api + query, init, headers).catch(ignore)
  }

  #set(change: Partial<ResearchState>): void {
    this.#state = { ...this.#state, ...change }
    this.#publish(this.#state)
  }

  #open(signal: AbortSignal): Promise<Response> {
    const { api } = this.#options
    const { id, position } = this.#state
    if (id === undefined && 'key' in this.subject) {
      const { body, key } = this.subject
      const headers = { [CONTENT_TYPE]: 'application/json', [IDEMPOTENCY_KEY]: key }
      return this.#fetch(api, { method: 'POST', body, signal }, headers)
    }
    return this.#fetch(api, { method: 'POST', signal }, { [RESUME]: id ?? '', [LAST_EVENT_ID]: String(position) })
  }

  /** Takes the head of an answer; false if it came too late for anything but to cancel what it names. */
  #begin({ headers }: Response): boolean {
    const id = headers.get(REQUEST_ID) ?? this.#state.id
    if (this.#isCancelled) {
      if (id !== undefined) void this.#sendCancel(id)
      this.#connection.abort()
      return false
    }
    this.#patience.connected()
    this.#isResumable = headers.get(RESUMABLE) === 'true'
    this.#set({ status: 'streaming', id })
    return true
  }

  /** Reads one connection to its end; returns why it ended if it ended before the research did. */
  async #connect(signal: AbortSignal): Promise<Error | undefined> {
    let isLost = this.#state.position === 0
    try {
      const response = await this.#open(signal)
      if (signal.aborted) return undefined
      if (isEventStream(response)) {
        isLost = true
        if (!this.#begin(response)) return undefined
      }
      for await (const event of readResearchStream(response, { signal })) {
        this.#state = this.#reduce(this.#state, event)
        this.#publish(this.#state)
      }
      return undefined
    } catch (error) {
      if (isLost) this.#patience.lost(this.#state.position)
      return asError(error)
    }
  }
}
