import type { WholeDocument } from '@deep-research/engine'
import type { Citation } from '@deep-research/sdk/contract'

/** The passage that a claim is cited for, with what stands around it. */
export interface Passage {
  before: string
  quote: string
  after: string
  /** The page of the source's whole text, where the service holds it. */
  href: string | undefined
}

/** The service's own document with an address, of those that were looked up before. */
export type FindSource = (url: string) => WholeDocument | undefined

/** Looks up the documents that citations refer to. Of those that cannot be looked up now, the snippet is shown. */
export async function findSources(
  citations: readonly Pick<Citation, 'source'>[],
  find: (url: string) => Promise<WholeDocument | undefined>,
): Promise<FindSource> {
  const urls = [...new Set(citations.map(({ source }) => source.url))]
  const found = new Map(
    await Promise.all(urls.map(async (url) => [url, await find(url).catch(() => undefined)] as const)),
  )
  return (url) => found.get(url)
}

/** Characters of what stands before and after a passage. */
const AROUND = 220

/** The passage of a citation, in the text of the service's own document where there is one, else in the snippet. */
export function passageOf(
  { source, source_anchor, supporting_quote }: Pick<Citation, 'source' | 'source_anchor' | 'supporting_quote'>,
  findSource: FindSource,
): Passage {
  const quote = source_anchor.quote || supporting_quote
  const document = findSource(source.url)
  const range =
    document && quote !== '' ? findQuote(document.text, quote, source_anchor.source_start_offset) : undefined
  if (document && range) {
    const href = `${sourcePath(source.url)}?from=${range.start}&to=${range.end}#passage`
    return { ...around(document.text, range), quote, href }
  }
  const { snippet } = source
  const inSnippet = quote === '' ? undefined : findQuote(snippet, quote, 0)
  const href = document && sourcePath(source.url)
  if (inSnippet) return { ...around(snippet, inSnippet), quote, href }
  return { before: '', quote, after: '', href }
}

/** The page of a document of the service's own corpus. */
export function sourcePath(url: string): string {
  return `/sources/${encodeURIComponent(url)}`
}

interface Range {
  start: number
  end: number
}

/** A document may have changed since it was cited: then the quotation is looked for. */
function findQuote(text: string, quote: string, expected: number): Range | undefined {
  const start = text.startsWith(quote, expected) ? expected : text.indexOf(quote)
  return start < 0 ? undefined : { start, end: start + quote.length }
}

/** What stands before and after, cut between words. */
function around(text: string, { start, end }: Range): Pick<Passage, 'before' | 'after'> {
  const first = Math.max(0, start - AROUND)
  const last = Math.min(text.length, end + AROUND)
  const before = text.slice(first, start)
  const after = text.slice(end, last)
  return {
    before: first === 0 ? before : `…${before.replace(/^\S*/, '')}`,
    after: last === text.length ? after : `${after.replace(/(?<!\S)\S*$/, '')}…`,
  }
}
