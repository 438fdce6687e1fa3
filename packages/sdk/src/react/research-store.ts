import { APIError, StreamInterruptedError } from '#client/errors.ts'
import { readResearchStream } from '#client/read-stream.ts'
import { CONTENT_TYPE, LAST_EVENT_ID, REQUEST_ID, RESUMABLE, RESUME } from '#contract/tables.ts'
import type { ResearchRequest } from '#contract/types.ts'
import { ignore } from '#stream/ignore.ts'
import { createReducer, type EventReducer, IDLE, type ResearchState } from './research-state.ts'

/** Options for reaching the relay from a page. */
export interface ResearchStoreOptions {
  /** The relay's URL. */
  readonly api: string
  /** Headers of each request, such as a token against forged requests. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** @defaultValue the page's own */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** How often in all a lost connection is resumed automatically; 0 = never. @defaultValue 5 */
  readonly maxResumes?: number | undefined
  /** The wait before the first resume in milliseconds; each further one waits twice as long. @defaultValue 500 */
  readonly resumeDelayMs?: number | undefined
}

/** The research of a page: its state and the actions on it. */
export interface ResearchStore {
  /** The current state; the same object until it changes. */
  get(): ResearchState
  /** Calls `listener` after each change until the returned function is called. */
  subscribe(listener: () => void): () => void
  /**
   * Starts a research and leaves one that is running. It settles when the connection ends and never rejects: see
   * `error`.
   */
  ask(params: ResearchRequest): Promise<void>
  /** Continues where the connection was lost or, with an id, reads another research from its beginning. */
  resume(id?: string): Promise<void>
  /** Cancels the research, also at the service. */
  abort(): void
  /** Closes the connection; the research continues without the page. */
  leave(): void
}

const MAX_RESUMES = 5
const RESUME_DELAY_MS = 500

/** Waits; ends at once, without an error, when the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** One research, over all its connections. */
class Session {
  readonly #options: ResearchStoreOptions
  readonly #publish: (state: ResearchState) => void
  readonly #reduce: EventReducer = createReducer()
  #state: ResearchState
  #isResumable = false
  #connection = new AbortController()

  constructor(options: ResearchStoreOptions, publish: (state: ResearchState) => void, id?: string) {
    this.#options = options
    this.#publish = publish
    this.#state = { ...IDLE, id }
  }

  get state(): ResearchState {
    return this.#state
  }

  /** Reads one connection after another until the research ends or the page leaves it. */
  async run(params: ResearchRequest | undefined): Promise<void> {
    const { maxResumes = MAX_RESUMES, resumeDelayMs = RESUME_DELAY_MS } = this.#options
    this.#connection = new AbortController()
    const { signal } = this.#connection
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const error = await this.#connect(attempt === 0 ? params : undefined, signal)
      if (error === undefined || signal.aborted) return
      const lost = this.#isResumable && this.#state.id !== undefined && !APIError.isInstance(error)
      const over = this.#state.status === 'failed' || !lost
      this.#set({ status: over ? 'failed' : 'interrupted', error })
      if (over || attempt >= maxResumes) return
      await pause(resumeDelayMs * 2 ** attempt, signal)
    }
  }

  /** Ends what is running; with `cancel`, also at the service. */
  end(cancel: boolean): void {
    const { status, id } = this.#state
    this.#connection.abort()
    const running = status === 'connecting' || status === 'streaming' || status === 'interrupted'
    if (!cancel || !running) return
    this.#set({ status: 'cancelled' })
    if (id === undefined) return
    const { api, headers } = this.#options
    const url = `${api}${api.includes('?') ? '&' : '?'}id=${encodeURIComponent(id)}`
    // With `keepalive`, the request is sent even if the page is being closed.
    void this.#fetch(url, { method: 'DELETE', headers: { ...headers }, keepalive: true }).catch(ignore)
  }

  #fetch(url: string, init: RequestInit): Promise<Response> {
    return (this.#options.fetch ?? globalThis.fetch)(url, init)
  }

  #set(change: Partial<ResearchState>): void {
    this.#state = { ...this.#state, ...change }
    this.#publish(this.#state)
  }

  #init(params: ResearchRequest | undefined, signal: AbortSignal): RequestInit {
    const { headers } = this.#options
    const { id = '', position } = this.#state
    if (params === undefined) {
      return { method: 'POST', headers: { ...headers, [RESUME]: id, [LAST_EVENT_ID]: String(position) }, signal }
    }
    const body = JSON.stringify(params)
    return { method: 'POST', headers: { ...headers, [CONTENT_TYPE]: 'application/json' }, body, signal }
  }

  /** Reads one connection to its end; returns why it ended if it ended before the research did. */
  async #connect(params: ResearchRequest | undefined, signal: AbortSignal): Promise<Error | undefined> {
    this.#set({ status: 'connecting', error: undefined })
    try {
      const response = await this.#fetch(this.#options.api, this.#init(params, signal))
      if (response.ok) {
        this.#isResumable = response.headers.get(RESUMABLE) === 'true'
        this.#set({ status: 'streaming', id: response.headers.get(REQUEST_ID) ?? this.#state.id })
      }
      for await (const event of readResearchStream(response, { signal })) {
        this.#state = this.#reduce(this.#state, event)
        this.#publish(this.#state)
      }
      return undefined
    } catch (error) {
      // A failed `fetch` does not mean that the research has ended, so it may be resumed.
      return StreamInterruptedError.isInstance(error) ? error : asError(error)
    }
  }
}

/**
 * Creates a store for a page's research through a relay, for any library that shows it; `useResearch` is the version
 * for React.
 */
export function createResearchStore(options: ResearchStoreOptions): ResearchStore {
  const listeners = new Set<() => void>()
  let session: Session | undefined
  let state = IDLE
  const begin = (id?: string): Session => {
    session?.end(false)
    const begun: Session = new Session(
      options,
      (next) => {
        if (session !== begun) return
        state = next
        for (const listener of listeners) listener()
      },
      id,
    )
    session = begun
    return begun
  }
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ask: (params) => begin().run(params),
    async resume(id) {
      if (id !== undefined) return begin(id).run(undefined)
      if (session?.state.status === 'interrupted') await session.run(undefined)
    },
    abort: () => session?.end(true),
    leave: () => session?.end(false),
  }
}
