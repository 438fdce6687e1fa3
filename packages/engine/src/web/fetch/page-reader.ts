import type { DocumentDraft, WholeCorpusDocument } from '#corpus/types.ts'
import { ThreadFailure } from '#threads/failure.ts'
import type { JobOptions } from '#threads/thread-pool.ts'
import type { IndexedPage } from '../reading/page-jobs.ts'
import { createPageThreads } from '../reading/page-threads.ts'
import type { PassageIndex } from '../reading/passage-index.ts'
import type { PageBytes } from '../reading/read-page.ts'
import { HARDLY_ANY_TEXT } from '../reading/too-little-text.ts'
import { FetchFailure } from './failure.ts'
import { createGuardedFetch, FETCH_LIMITS, type GuardedFetchOptions, orAborted } from './guarded-fetch.ts'
import type { PageStore } from './page-store.ts'
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

/** A page as a browser shows it. */
export type RenderedPage = Omit<PageBytes, 'url'>

/** Opens pages in a browser, somewhere else. */
export interface PageRenderer {
  /** The host that is asked. */
  readonly name: string
  /**
   * The page of an address that may be fetched.
   * @throws {FetchFailure} saying why there is none; the signal's reason when aborted
   */
  render(page: URL, signal: AbortSignal): Promise<RenderedPage>
}

/** How a page came that needed a browser. */
export interface RenderedBy {
  /** Who opened it in a browser; default: nobody. */
  rendered_by?: string
  /** Why that failed, although it may have had more text. */
  not_rendered?: string
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
  /** Reads a page, and where it has next to no text, what a browser shows of it. */
  const complete = async (page: PageBytes, reading: JobOptions): Promise<{ read: IndexedPage } & RenderedBy> => {
    const own = await orHardlyAny(threads.run('page', page, reading))
    if (!(own instanceof ThreadFailure) && !(own.isShell && renderer)) return { read: own }
    if (!renderer) throw own
    try {
      const url = new URL(page.url)
      const shown = await inTurn(renderer.name, reading.signal, () => renderer.render(url, reading.signal))
      const read = await threads.run('page', { ...shown, url: page.url }, reading)
      const hasMore = own instanceof ThreadFailure || read.record.text.length > own.record.text.length
      return hasMore ? { read, rendered_by: renderer.name } : { read: own }
    } catch (error) {
      reading.signal.throwIfAborted()
      if (!(error instanceof FetchFailure || error instanceof ThreadFailure)) throw error
      const why = `${renderer.name} ${error.message}`
      if (own instanceof ThreadFailure) throw new FetchFailure('unreadable', `${own.message}, and ${why}`)
      return { read: own, not_rendered: why }
    }
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
        const { read, ...by } = await complete({ ...page, url: url.href }, reading)
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

/** What a page gives; the failure itself of one that has next to no text. */
async function orHardlyAny(reading: Promise<IndexedPage>): Promise<IndexedPage | ThreadFailure> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ThreadFailure && error.message === HARDLY_ANY_TEXT) return error
    throw error
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
