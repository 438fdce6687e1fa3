import { isCopy } from '#cite/originality.ts'
import type { DocumentDraft } from '#corpus/types.ts'
import { withoutInvisible } from '#guard/hidden-text.ts'
import { isInstruction } from '#guard/instructions.ts'
import type { Spending } from '../budget.ts'
import type { Degradation } from '../degradation.ts'
import type { ToolCalls } from '../tool-calls.ts'
import { BackendLostError, type EngineEvent, type Library, type Query, type SourceDocument } from '../types.ts'
import type { PageReader } from './fetch/page-reader.ts'
import { LONGEST_TITLE } from './fetch/read-page.ts'
import type { GrownLibrary } from './grown-library.ts'
import { interleave } from './interleave.ts'
import { canonicalUrl } from './search/canonical-url.ts'
import type { ChainAnswer, SearchChain } from './search/chain.ts'
import type { SearchHit } from './search/provider.ts'

export interface GatherParts {
  chain: SearchChain
  pages: PageReader
  /** What the engine holds. */
  held: Library
  /** The same, with what the run brings. */
  library: GrownLibrary
  calls: ToolCalls
  spending: Spending
  degradation: Degradation
  /** Whether there is a corpus that can answer if the web does not. */
  hasCorpus: boolean
}

/** What pages are looked for, and in which language and iteration. */
export interface Gathering {
  queries: readonly Query[]
  language: string
  iteration: number
}

/** Brings pages of the web into the run's library. */
export interface Gatherer {
  gather(gathering: Gathering, signal: AbortSignal): AsyncGenerator<EngineEvent, void>
  /** Whether the last round got an answer from any provider. */
  readonly answered: boolean
}

/** Pages read for a query: the first hits are worth most, and each page takes time. */
const PAGES_A_QUERY = 5
/** Of one host fewer, so that no single site answers alone. */
const PAGES_A_HOST = 2

export function createGatherer(parts: GatherParts): Gatherer {
  const seen = new Set<string>()
  let answered = true
  let everAnswered = false
  return {
    get answered() {
      return answered
    },
    async *gather({ queries, language, iteration }, signal) {
      // A title that a document mentions is searched for like any other query, unless its document is already known.
      const asked = queries.filter(({ documents }) => documents === undefined)
      if (asked.length === 0) return
      const attempts: ChainAnswer['attempts'][number][] = []
      yield* interleave(
        asked.map((query) => async (tell: (event: EngineEvent) => void, inner: AbortSignal) => {
          const found = await search(parts, { query: query.text, language, signal: inner }, iteration, tell)
          attempts.push(...found.attempts)
          const hits = choose(found.hits, seen)
          await Promise.all(hits.map((hit) => fetchPage(parts, hit, iteration, tell, inner)))
        }),
        signal,
      )
      const web = attempts.filter(({ provider }) => provider !== 'corpus')
      answered = attempts.some(({ outcome }) => outcome === 'answered' || outcome === 'empty')
      everAnswered ||= answered
      const failed = web.find(({ outcome }) => outcome !== 'answered' && outcome !== 'empty')
      if (failed && !web.some(({ outcome }) => outcome === 'answered')) {
        yield* parts.degradation.note('search', 'no search provider answers')
      }
      if (!everAnswered && !parts.hasCorpus) throw new BackendLostError('No search provider answers.')
    },
  }
}

async function search(
  { chain, calls, spending, held }: GatherParts,
  request: { query: string; language: string; signal: AbortSignal },
  iteration: number,
  tell: (event: EngineEvent) => void,
): Promise<ChainAnswer> {
  const { started, end } = calls.begin('web_search', { arguments: { query: request.query }, iteration })
  tell(started)
  try {
    const answer = await chain.search({ ...request, held })
    spending.spend('calls', answer.attempts.filter(({ provider }) => provider !== 'corpus').length)
    const documents = answer.hits.map(({ title, url }) => ({ title, url }))
    const result = { attempts: answer.attempts, documents }
    const failed = answer.attempts.every(({ outcome }) => outcome !== 'answered' && outcome !== 'empty')
    tell(
      end(failed ? { status: 'error', result, error: { message: 'no provider answers' } } : { status: 'ok', result }),
    )
    return answer
  } catch (error) {
    tell(end({ status: 'error', result: {}, error: { message: 'web_search was ended' } }))
    throw error
  }
}

/** The pages worth reading: new ones, a few, and not all of one host. */
function choose(hits: readonly SearchHit[], seen: Set<string>): SearchHit[] {
  const hosts = new Map<string, number>()
  const chosen: SearchHit[] = []
  for (const hit of hits) {
    if (hit.documentId !== undefined || chosen.length >= PAGES_A_QUERY) continue
    const key = canonicalUrl(hit.url)
    const host = URL.parse(hit.url)?.hostname ?? ''
    const ofHost = hosts.get(host) ?? 0
    if (seen.has(key) || ofHost >= PAGES_A_HOST) continue
    seen.add(key)
    hosts.set(host, ofHost + 1)
    chosen.push(hit)
  }
  return chosen
}

async function fetchPage(
  { pages, library, calls, spending }: GatherParts,
  hit: SearchHit,
  iteration: number,
  tell: (event: EngineEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  if (spending.reached(true) !== undefined) return
  spending.spend('calls', 1)
  const { started, end } = calls.begin('fetch', { arguments: { url: hit.url }, iteration })
  tell(started)
  try {
    const { document, bytes } = await pages.read(hit.url, signal)
    spending.spend('bytes', bytes)
    const copy = library.added.find((other) => isCopy(document, other))
    if (copy) tell(end({ status: 'ok', result: { title: document.title, bytes, copy_of: copy.url } }))
    else {
      library.add(withKnown(document, hit))
      tell(end({ status: 'ok', result: { title: document.title, bytes } }))
    }
  } catch (error) {
    if (signal.aborted) {
      tell(end({ status: 'error', result: {}, error: { message: 'fetch was ended' } }))
      throw signal.reason
    }
    const snippet = snippetOf(hit)
    if (snippet) library.add(pages.keep(snippet))
    const message =
      error instanceof Error && error.name === 'FetchFailure' ? `the page ${error.message}` : 'fetch failed'
    tell(end({ status: 'error', result: { snippet: snippet !== undefined }, error: { message } }))
  }
}

/** Adds what the search result says about a page that does not say it itself. */
function withKnown(document: SourceDocument, { authors, date }: SearchHit): SourceDocument {
  const year = /^(\d{4})-\d{2}/.exec(date ?? '')?.[1]
  return {
    ...document,
    ...(document.authors === undefined && authors && { authors }),
    ...(document.date === undefined && document.year === undefined && year !== undefined && { year: Number(year) }),
  }
}

/** A snippet shorter than a sentence says nothing. */
const SHORTEST = 60

/**
 * Makes a document from a provider's excerpt of a page that cannot be read: it is short, but in the page's own words.
 */
function snippetOf(hit: SearchHit): DocumentDraft | undefined {
  const text = withoutInvisible(hit.text ?? hit.snippet).trim()
  const url = URL.parse(hit.url)
  if (text.length < SHORTEST || !url || !/^https?:$/.test(url.protocol) || url.username !== '') return undefined
  const title = withoutInvisible(hit.title).slice(0, LONGEST_TITLE).trim()
  return { url: url.href, title: title === '' || isInstruction(title) ? url.hostname : title, text, sourceType: 'web' }
}
