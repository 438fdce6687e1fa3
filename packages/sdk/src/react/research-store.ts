import type { ResearchRequest } from '#contract/types.ts'
import { IDLE, type ResearchState } from './research-state.ts'
import { Session, type Subject } from './session.ts'
import type { AskOptions, ResearchStoreOptions } from './store-options.ts'

/** The research of a page: its state and the actions on it. */
export interface ResearchStore {
  /** The current state; the same object until it changes. */
  get(): ResearchState
  /** Calls `listener` after each change until the returned function is called. */
  subscribe(listener: () => void): () => void
  /**
   * Starts a research and leaves one that is running. Asking again for what is running, or for what failed before
   * anything was known of it, continues it: it is charged once. It settles when the connection ends and never rejects:
   * see `error`.
   */
  ask(params: ResearchRequest, options?: AskOptions): Promise<void>
  /**
   * Continues where the connection was lost or left, at once if the store is waiting to do so by itself; with an id,
   * reads another research from its beginning.
   */
  resume(id?: string): Promise<void>
  /** Cancels the research, also at the service, and also if the service has not answered yet. */
  abort(): void
  /** Closes the connection; the research continues without the page, and `resume()` returns to it. */
  leave(): void
}

/**
 * Creates a store for a page's research through a relay, for any library that shows it; `useResearch` is the version
 * for React.
 */
export function createResearchStore(options: ResearchStoreOptions): ResearchStore {
  const listeners = new Set<() => void>()
  let session: Session | undefined
  let state = IDLE
  const begin = (subject: Subject): Promise<void> => {
    const before = session
    const begun = new Session(subject, options, (next) => {
      if (session !== begun) return
      state = next
      for (const listener of listeners) listener()
    })
    session = begun
    before?.leave()
    return begun.run()
  }
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ask(params, { idempotencyKey } = {}) {
      const body = JSON.stringify(params)
      if (session?.isOpen && 'key' in session.subject && session.subject.body === body) {
        if (idempotencyKey === undefined || idempotencyKey === session.subject.key) return session.run()
      }
      // This works where `crypto.randomUUID` does not exist: on pages without TLS.
      return begin({ body, key: idempotencyKey ?? crypto.getRandomValues(new Uint32Array(4)).join('-') })
    },
    async resume(id) {
      if (id !== undefined && (id !== session?.id || !session.isOpen)) return begin({ id })
      if (session?.isOpen) await session.run()
    },
    abort: () => session?.cancel(),
    leave: () => session?.leave(),
  }
}
