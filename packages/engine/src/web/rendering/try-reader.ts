import { FetchFailure } from '../fetch/failure.ts'
import type { ReaderSetting } from './readers.ts'
import { createRenderer } from './renderer.ts'

/** What a trial of a reader of pages shows. */
export interface ReaderTrial {
  /** The host that was asked. */
  host: string
  /** Why it did not show the page, in a line that goes on from the host; undefined if it did. */
  failure: string | undefined
}

/** A page that everybody may read, made to be an example. */
const PAGE = 'https://example.com/'

/** Has a reader open one page of the web. */
export async function tryReader(
  setting: ReaderSetting,
  { userAgent, signal }: { userAgent: string; signal: AbortSignal },
): Promise<ReaderTrial> {
  const { name: host, render } = createRenderer({ ...setting, userAgent })
  try {
    await render(new URL(PAGE), signal)
    return { host, failure: undefined }
  } catch (error) {
    signal.throwIfAborted()
    return { host, failure: error instanceof FetchFailure ? error.message : 'sent an unexpected response' }
  }
}
