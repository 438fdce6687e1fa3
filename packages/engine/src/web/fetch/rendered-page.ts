import { ThreadFailure } from '#threads/failure.ts'
import type { JobOptions } from '#threads/thread-pool.ts'
import type { IndexedPage } from '../reading/page-jobs.ts'
import type { PageThreads } from '../reading/page-threads.ts'
import type { PageBytes } from '../reading/read-page.ts'
import { HARDLY_ANY_TEXT } from '../reading/too-little-text.ts'
import { FetchFailure } from './failure.ts'

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

/**
 * Reads a page in a thread, and where it has next to no text, what a browser shows of it. If that fails, or shows less, the
 * page stays as it came.
 * @throws {ThreadFailure | FetchFailure} saying why it was not read; the signal's reason when aborted
 */
export async function readOrRender(
  page: PageBytes,
  { threads, renderer }: { threads: PageThreads; renderer: PageRenderer | undefined },
  reading: JobOptions,
): Promise<{ read: IndexedPage } & RenderedBy> {
  const own = await orHardlyAny(threads.run('page', page, reading))
  if (!(own instanceof ThreadFailure) && !(own.isShell && renderer)) return { read: own }
  if (!renderer) throw own
  try {
    const shown = await renderer.render(new URL(page.url), reading.signal)
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

/** What a page gives; the failure itself of one that has next to no text. */
async function orHardlyAny(reading: Promise<IndexedPage>): Promise<IndexedPage | ThreadFailure> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ThreadFailure && error.message === HARDLY_ANY_TEXT) return error
    throw error
  }
}
