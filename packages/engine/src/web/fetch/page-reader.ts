import type { DocumentDraft, WholeCorpusDocument } from '#corpus/types.ts'
import { ThreadFailure } from '#threads/failure.ts'
import { Turns } from '../../turns.ts'
import type { IndexedPage } from '../reading/page-jobs.ts'
import { createPageThreads } from '../reading/page-threads.ts'
import type { PassageIndex } from '../reading/passage-index.ts'
import { FetchFailure } from './failure.ts'
import { createGuardedFetch, FETCH_LIMITS, type GuardedFetchOptions } from './guarded-fetch.ts'
import type { PageStore } from './page-store.ts'
import { type PageRenderer, type RenderedBy, readOrRender } from './rendered-page.ts'
import { createRobots } from './robots.ts'

/** Reads pages of the web. */
export type PageReader = ReturnType<typeof createPageReader>

export interface PageReaderOptions extends GuardedFetchOptions {
  store: PageStore
  /** Milliseconds since 1970. Default: the system's clock. */
  now?: () => number
  /** What opens pages in a browser that have next to no text without one. Default: they are taken as they are. */
  renderer?: PageRenderer | undefined
  /** Milliseconds for reading what came. Default: 10,000, as long as it may take to come. */
  readingMs?: number
}

/** The media types that are read. */
const PAGE_TYPES = ['text/html', 'application/xhtml+xml', 'application/pdf', 'text/plain', 'text/markdown'] as const

/** A page that was read, with the passages that it is searched by. */
export interface ReadPage {
  document: WholeCorpusDocument
  passages: PassageIndex
}

/** Milliseconds for which a page that was read is not read again: a conversation's length. */
const FRESH = 15 * 60_000
/** An excerpt shorter than a sentence says nothing. */
const SHORTEST_EXCERPT = 60
/** Pages of one host that are read at once, as a browser's reader would. */
const PER_HOST = 2

/** Makes the reader: guarded, polite to each host, and keeping what it read. */
export function createPageReader({
  store,
  now = Date.now,
  readingMs = FETCH_LIMITS.ms,
  renderer,
  ...options
}: PageReaderOptions) {
  const fetch = createGuardedFetch(options)
  const threads = createPageThreads()
  const robots = createRobots(fetch, threads, options.userAgent)
  const inTurn = createTurns(PER_HOST)
  const polite = renderer && {
    name: renderer.name,
    render: (page: URL, signal: AbortSignal) => inTurn(renderer.name, signal, () => renderer.render(page, signal)),
  }
  const kept = ({ record, url, passages }: IndexedPage, asked: string): ReadPage => ({
    document: store.keep(record, { url, asked }),
    passages,
  })
  return {
    /**
     * Reads one page, or gives it as it was read a short while ago. What strangers wrote is read in threads.
     * @throws {FetchFailure} saying why it was not read; the signal's reason when aborted
     */
    async read(address: string, signal: AbortSignal): Promise<ReadPage & { bytes: number } & RenderedBy> {
      const reading = { signal, ms: readingMs }
      const before = store.fresh(address, now() - FRESH)
      return await inThread(async () => {
        if (before) return { document: before, passages: await threads.run('passages', before, reading), bytes: 0 }
        const { url, ...page } = await inTurn(URL.parse(address)?.hostname ?? '', signal, () =>
          fetch(address, { signal, types: PAGE_TYPES, mayFetch: (url) => robots(url, signal) }),
        )
        const { read, ...by } = await readOrRender({ ...page, url: url.href }, { threads, renderer: polite }, reading)
        return { ...kept(read, address), bytes: page.bytes.length, ...by }
      })
    },
    /**
     * Keeps what is known of a page that could not be read: under no address, so that the page is tried again. Undefined
     * if nothing of it may be shown.
     */
    async keepExcerpt(draft: DocumentDraft, signal: AbortSignal): Promise<ReadPage | undefined> {
      const read = await threads.run('excerpt', draft, { signal, ms: readingMs }).catch((error: unknown) => {
        if (!(error instanceof ThreadFailure)) throw error
      })
      return read && read.record.text.trim().length >= SHORTEST_EXCERPT ? kept(read, '') : undefined
    },
    /**
     * Keeps a document of the operator's own index, whatever it says.
     * @throws {FetchFailure} saying why it was not read; the signal's reason when aborted
     */
    async keepOwn(draft: DocumentDraft, signal: AbortSignal): Promise<ReadPage> {
      return kept(await inThread(() => threads.run('own', draft, { signal, ms: readingMs })), '')
    },
    /** Ends its threads, and closes what it keeps. */
    close() {
      threads.close()
      store.close()
    },
  }
}

/** @throws {FetchFailure} in place of what says why a thread did not do its job */
async function inThread<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ThreadFailure) throw new FetchFailure('unreadable', error.message, { cause: error })
    throw error
  }
}

/** Lets `most` works of one key run at once; the others wait, and stop waiting when their signal aborts. */
function createTurns(most: number) {
  const lines = new Map<string, Turns>()
  return async <Value>(key: string, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> => {
    const line = lines.get(key) ?? new Turns(most)
    lines.set(key, line)
    try {
      return await line.take(work, signal)
    } finally {
      if (line.isIdle) lines.delete(key)
    }
  }
}
