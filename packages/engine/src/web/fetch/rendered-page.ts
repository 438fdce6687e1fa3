import { ThreadFailure } from '#threads/failure.ts'
import type { JobOptions } from '#threads/thread-pool.ts'
import { HARDLY_ANY_TEXT } from '../reading/hardly-any-text.ts'
import type { IndexedPage } from '../reading/page-jobs.ts'
import type { PageThreads } from '../reading/page-threads.ts'
import type { PageBytes } from '../reading/read-page.ts'
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
}

/**
 * Reads a page in a thread, and where it has next to no text, what a browser shows of it.
 * @throws {ThreadFailure | FetchFailure} saying why it was not read; the signal's reason when aborted
 */
export async function readOrRender(
  page: PageBytes,
  { threads, renderer }: { threads: PageThreads; renderer: PageRenderer | undefined },
  reading: JobOptions,
): Promise<{ read: IndexedPage } & RenderedBy> {
  try {
    return { read: await threads.run('page', page, reading) }
  } catch (error) {
    const isEmpty = error instanceof ThreadFailure && error.message === HARDLY_ANY_TEXT
    if (!isEmpty || !renderer) throw error
  }
  try {
    const shown = await renderer.render(new URL(page.url), reading.signal)
    const read = await threads.run('page', { ...shown, url: page.url }, reading)
    return { read, rendered_by: renderer.name }
  } catch (error) {
    reading.signal.throwIfAborted()
    if (!(error instanceof FetchFailure || error instanceof ThreadFailure)) throw error
    throw new FetchFailure('unreadable', `${HARDLY_ANY_TEXT}, and ${renderer.name} ${error.message}`)
  }
}
