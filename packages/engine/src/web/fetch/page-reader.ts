import type { CorpusDocument, DocumentDraft } from '#corpus/types.ts'
import { createGuardedFetch, type GuardedFetchOptions, orAborted } from './guarded-fetch.ts'
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
  const robots = createRobots(fetch, options.userAgent)
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
  const lines = new Map<string, { users: number; running: number; waiting: (() => void)[] }>()
  return async (key, signal, work) => {
    const line = lines.get(key) ?? { users: 0, running: 0, waiting: [] }
    lines.set(key, line)
    line.users += 1
    try {
      while (line.running >= most) await orAborted(new Promise<void>((wake) => line.waiting.push(wake)), signal)
      line.running += 1
      return await work().finally(() => {
        line.running -= 1
        for (const wake of line.waiting.splice(0)) wake()
      })
    } finally {
      line.users -= 1
      if (line.users === 0) lines.delete(key)
    }
  }
}
