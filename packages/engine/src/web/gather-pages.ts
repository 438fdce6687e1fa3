import { isCopy } from '#cite/originality.ts'
import { LONGEST_HEADING } from '#corpus/readers/text-builder.ts'
import type { DocumentDraft } from '#corpus/types.ts'
import { withoutInvisible } from '#guard/hidden-text.ts'
import { isInstruction } from '#guard/instructions.ts'
import { yearOf } from '#language/years.ts'
import type { Spending } from '../budget.ts'
import type { Degradation } from '../degradation.ts'
import type { ToolCalls } from '../tool-calls.ts'
import { BackendLostError, type EngineEvent, type Library, type Query, type SourceDocument } from '../types.ts'
import { FetchFailure } from './fetch/failure.ts'
import type { PageReader } from './fetch/page-reader.ts'
import { type GrownLibrary, growLibrary } from './grown-library.ts'
import { interleave } from './interleave.ts'
import { canonicalUrl } from './search/canonical-url.ts'
import type { ChainAnswer, ProviderAttempt, SearchChain } from './search/chain.ts'
import type { SearchHit } from './search/provider.ts'

export interface GatherParts {
  chain: SearchChain
  pages: PageReader
  /** What the engine holds. */
  held: Library
  calls: ToolCalls
  spending: Spending
  degradation: Degradation
  /** Whether there is a corpus that can answer if the web does not. */
  hasCorpus: boolean
}

/** Pages read for a query: the first hits are worth most, and each page takes time. */
const PAGES_A_QUERY = 5
/** Of one host fewer, so that no single site answers alone. */
const PAGES_A_HOST = 2

/** What is told while pages come, in which iteration, and what ends it. */
interface Round {
  iteration: number
  tell: (event: EngineEvent) => void
  signal: AbortSignal
}

/** Brings pages of the web into the run's library. */
export class Gatherer {
  /** Whether the last round got an answer from any provider. */
  answered = true
  /** What the engine holds, and what the run brings. */
  readonly library: GrownLibrary
  readonly #parts: GatherParts
  readonly #seen = new Set<string>()
  readonly #own = new Set<string>()
  #everAnswered = false

  constructor(parts: GatherParts) {
    this.#parts = parts
    this.library = growLibrary(parts.held)
  }

  /** Whether a document was brought from a stranger's page. */
  isOfTheWeb(id: string): boolean {
    return this.library.isNew(id) && !this.#own.has(id)
  }

  /** Looks for the pages of each query at once. `language`: of the question, BCP 47. */
  async *gather(queries: readonly Query[], language: string, { iteration, signal }: Omit<Round, 'tell'>) {
    // A title that a document mentions is searched for like any other query, unless its document is already known.
    const asked = queries.filter(({ documents }) => documents === undefined)
    if (asked.length === 0) return
    const attempts: ChainAnswer['attempts'] = []
    const works = asked.map(({ text }) => async (tell: Round['tell'], inner: AbortSignal) => {
      const round = { iteration, tell, signal: inner }
      const found = await this.#search(text, language, round)
      attempts.push(...found.attempts)
      for (const { document } of found.hits) if (document) this.#hold(document)
      await Promise.all(choose(found.hits, this.#seen).map((hit) => this.#fetch(hit, round)))
    })
    yield* interleave(works, signal)
    this.answered = attempts.some(hasAnswered)
    this.#everAnswered ||= this.answered
    const web = attempts.filter(({ provider }) => provider !== 'corpus')
    if (web.some((one) => !hasAnswered(one)) && !web.some(({ outcome }) => outcome === 'answered'))
      yield* this.#parts.degradation.note('search', 'no search provider answers')
    if (!this.#everAnswered && !this.#parts.hasCorpus) throw new BackendLostError('No search provider answers.')
  }

  async #search(query: string, language: string, { iteration, tell, signal }: Round): Promise<ChainAnswer> {
    const { chain, calls, spending, held } = this.#parts
    const { started, end } = calls.begin('web_search', { arguments: { query }, iteration })
    tell(started)
    try {
      const answer = await chain.search({ query, language, signal, held })
      const { attempts, hits } = answer
      spending.spend('calls', attempts.filter(({ provider }) => provider !== 'corpus').length)
      const result = { attempts, documents: hits.map(({ title, url }) => ({ title, url })) }
      const error = { message: 'no provider answers' }
      tell(end(attempts.some(hasAnswered) ? { status: 'ok', result } : { status: 'error', result, error }))
      return answer
    } catch (error) {
      tell(end({ status: 'error', result: {}, error: { message: 'web_search was ended' } }))
      throw error
    }
  }

  /** Adds a document that the operator's own index gave. */
  #hold(draft: Omit<SourceDocument, 'id'>): void {
    const document = this.#parts.pages.keep(draft)
    this.#own.add(document.id)
    if (!this.library.added.some((other) => isCopy(document, other))) this.library.add(document)
  }

  async #fetch(hit: SearchHit, { iteration, tell, signal }: Round): Promise<void> {
    const { library } = this
    const { pages, calls, spending } = this.#parts
    if (spending.reached(true) !== undefined) return
    spending.spend('calls', 1)
    const { started, end } = calls.begin('fetch', { arguments: { url: hit.url }, iteration })
    const failed = (message: string, result = {}) => tell(end({ status: 'error', result, error: { message } }))
    tell(started)
    try {
      const { document, bytes } = await pages.read(hit.url, signal)
      spending.spend('bytes', bytes)
      const { title } = document
      const copy_of = library.added.find((other) => isCopy(document, other))?.url
      if (copy_of === undefined) library.add(withKnown(document, hit))
      tell(end({ status: 'ok', result: { title, bytes, ...(copy_of !== undefined && { copy_of }) } }))
    } catch (error) {
      if (signal.aborted) {
        failed('fetch was ended')
        throw signal.reason
      }
      const snippet = snippetOf(hit)
      if (snippet) library.add(pages.keep(snippet))
      const message = error instanceof FetchFailure ? `the page ${error.message}` : 'fetch failed'
      failed(message, { snippet: snippet !== undefined })
    }
  }
}

function hasAnswered({ outcome }: ProviderAttempt): boolean {
  return outcome === 'answered' || outcome === 'empty'
}

/** The pages worth reading: new ones, a few, and not all of one host. */
function choose(hits: readonly SearchHit[], seen: Set<string>): SearchHit[] {
  const hosts = new Map<string, number>()
  const chosen: SearchHit[] = []
  for (const hit of hits) {
    if (hit.documentId !== undefined || hit.document || chosen.length >= PAGES_A_QUERY) continue
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

/** Adds what the search result says about a page that does not say it itself. */
function withKnown(document: SourceDocument, { authors, date }: SearchHit): SourceDocument {
  const year = yearOf(date)
  return {
    ...document,
    ...(document.authors === undefined && authors && { authors }),
    ...(document.date === undefined && document.year === undefined && year !== undefined && { year }),
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
  const title = withoutInvisible(hit.title).slice(0, LONGEST_HEADING).trim()
  return { url: url.href, title: title === '' || isInstruction(title) ? url.hostname : title, text, sourceType: 'web' }
}
