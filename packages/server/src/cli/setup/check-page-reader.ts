import { tryPageReader } from '@deep-research/engine'
import type { Settings } from '../../config.ts'
import { pageReaderOf } from '../../live-settings.ts'

/** Has the reader of pages open one; throws why it does not, and what to do. */
export async function checkPageReader(settings: Settings, signal: AbortSignal): Promise<string> {
  const reader = pageReaderOf(settings)
  if (!reader) return 'not used; PAGE_READER is not set'
  const { host, failure } = await tryPageReader(reader, { userAgent: settings.userAgent, signal })
  if (failure === undefined) return `${host} opens pages`
  throw new Error(`${host} ${failure}. Check PAGE_READER, PAGE_READER_URL and PAGE_READER_KEY.`)
}
