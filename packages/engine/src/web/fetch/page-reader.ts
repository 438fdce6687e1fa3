import type { CorpusDocument, DocumentDraft } from '#corpus/types.ts'
import { createGuardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts'
import type { PageStore } from './page-store.ts'
import { PAGE_TYPES, readPage } from './read-page.ts'
import { createRobots } from './robots.ts'

/** Reads pages of the web. */
export type PageReader = ReturnType<typeof createPageReader>

export interface PageReaderOptions extends GuardedFetchOptions {
  store: PageStore
  /** Milliseconds since 1970. Default: the system's clock. */
  now?: () => number
}

/** Milliseconds for which a page that was read is not read again: a conversation's length. */
const FRESH = 15 * 60_000
/** Pages of one host that are read at once, as a browser's reader would. */
const PER_HOST = 2

/** Makes the reader: guarded, polite to each host, and keeping what it read. */
export function createPageReader({ store, now = Date.now, ...options }: PageReaderOptions) {
  const fetch = createGuardedFetch(options)
  const robots = createRobots({ fetch, userAgent: options.userAgent, now: () => performance.now() })
  const inTurn = createTurns(PER_HOST)
  return {
    /**
     * Reads one page, or gives it as it was read a short while ago.
     * @throws {FetchFailure} saying why it was not read; the signal's reason when aborted
     */
    async read(address: string, signal: AbortSignal): Promise<{ document: CorpusDocument; bytes: number }> {
      const before = store.fresh(address, now() - FRESH)
      if (before) return { document: before, bytes: 0 }
      const page = await inTurn(URL.parse(address)?.hostname ?? '', signal, () =>
        fetch(address, { signal, types: PAGE_TYPES, mayFetch: (url) => robots(url, signal) }),
      )
      const draft = await readPage(page, signal)
      return { document: store.keep(draft, address), bytes: page.bytes.length }
    },
    /** Keeps what is known of a page that could not be read: under no address, so that the page is tried again. */
    keep: (draft: DocumentDraft) => store.keep(draft, ''),
    close: () => store.close(),
  }
}

type InTurn = <Value>(key: string, signal: AbortSignal, work: () => Promise<Value>) => Promise<Value>

/** Lets `most` works of one key run at once; the others wait, and stop waiting when their signal aborts. */
function createTurns(most: number): InTurn {
  const busy = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async (key, signal, work) => {
    const line = busy.get(key) ?? { running: 0, waiting: [] }
    busy.set(key, line)
    if (line.running >= most) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const leave = () => {
        line.waiting = line.waiting.filter((next) => next !== resolve)
        reject(signal.reason)
      }
      line.waiting.push(resolve)
      signal.addEventListener('abort', leave, { once: true })
      if (signal.aborted) leave()
      await promise.finally(() => signal.removeEventListener('abort', leave))
    } else line.running += 1
    try {
      return await work()
    } finally {
      // The turn passes to the next one, or is given back.
      const next = line.waiting.shift()
      if (next) next()
      else {
        line.running -= 1
        if (line.running === 0) busy.delete(key)
      }
    }
  }
}
