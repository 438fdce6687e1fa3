import type { DocumentDraft } from '#corpus/types.ts'
import { safeQuery } from '#guard/safe-query.ts'
import { hostOf } from '#http/host-rules.ts'
import { cut } from '#language/cut.ts'
import { yearOf } from '#language/years.ts'
import type { Spending } from '../budget.ts'
import type { Degradation } from '../degradation.ts'
import { interleave } from '../interleave.ts'
import type { ToolCalls } from '../tool-calls.ts'
import { BackendLostError, type EngineEvent, type Library, type Query, type SourceDocument } from '../types.ts'
import { FetchFailure } from './fetch/failure.ts'
import type { PageReader } from './fetch/page-reader.ts'
import { GrownLibrary } from './grown-library.ts'
import { isCopy, moreOriginal } from './originality.ts'
import type { PassageIndex } from './reading/passage-index.ts'
import { canonicalUrl } from './search/canonical-url.ts'
import type { ChainAnswer, ProviderAttempt, SearchChain } from './search/chain.ts'
import type { SearchHit } from './search/provider.ts'
import { isWanted, soundHit } from './sound-hit.ts'

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
  /** Pages of one host that a run reads. */
  pagesAHost: number
}

/** Pages read for a query: the first hits are worth most, and each page takes time. */
const PAGES_A_QUERY = 5
/** Of one host fewer, so that no single site answers a query alone. */
const OF_A_HOST = 2

/** One round of gathering: its iteration, where its events go, and what ends it. */
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
  /** Publications that the library has, as a record or a whole text. */
  readonly #recorded = new Set<string>()
  /** Pages that were asked for, by host. */
  readonly #ofHosts = new Map<string, number>()
  /** Searches that a provider answered: no second one brings anything else. */
  readonly #asked = new Set<string>()
  #everAnswered = false

  constructor(parts: GatherParts) {
    this.#parts = parts
    this.library = new GrownLibrary(parts.held)
  }

  /** Looks for the pages of each query at once. `language`: of the question, BCP 47. */
  async *gather(queries: readonly Query[], language: string, { iteration, signal }: Omit<Round, 'tell'>) {
    // A title that a document mentions is searched for like any other query, unless its document is already known.
    const words = queries.filter(({ documents }) => documents === undefined).flatMap(wordsToSend)
    const asked = [...new Set(words)].filter((text) => !this.#asked.has(text))
    if (asked.length === 0) return
    const attempts: ChainAnswer['attempts'] = []
    const works = asked.map((text) => async (tell: Round['tell'], inner: AbortSignal) => {
      const round = { iteration, tell, signal: inner }
      const found = await this.#search(text, language, round)
      attempts.push(...found.attempts)
      if (found.attempts.some(hasAnswered)) this.#asked.add(text)
      await Promise.all(found.hits.map(({ document }) => document && this.#hold(document, round)))
      const chosen = this.#choose(found.hits)
      await Promise.all(chosen.map((hit) => this.#fetch(hit, round)))
      await Promise.all(found.hits.filter((hit) => !chosen.includes(hit)).map((hit) => this.#keepRecord(hit, signal)))
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
      const { attempts } = answer
      const hits = answer.hits.filter(isWanted).map(soundHit)
      spending.spend('calls', attempts.filter(({ provider }) => provider !== 'corpus').length)
      const result = { attempts, documents: hits.map(({ title, url }) => ({ title, url })) }
      const error = { message: 'no provider answers' }
      tell(end(attempts.some(hasAnswered) ? { status: 'ok', result } : { status: 'error', result, error }))
      return { attempts, hits }
    } catch (error) {
      tell(end({ status: 'error', result: {}, error: { message: 'web_search was ended' } }))
      throw error
    }
  }

  /** Adds a document that the operator's own index gave; one that cannot be read is told as a fetch that failed. */
  async #hold(draft: DocumentDraft, { iteration, tell, signal }: Round): Promise<void> {
    try {
      const { document, passages } = await this.#parts.pages.keepOwn(draft, signal)
      this.#add(document, passages)
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      const { started, end } = this.#parts.calls.begin('fetch', { arguments: { url: draft.url }, iteration })
      tell(started)
      tell(end({ status: 'error', result: {}, error: { message: `the document ${error.message}` } }))
    }
  }

  /** Adds what a service knows of a publication, where nothing else of it is read. Whether there was anything to add. */
  async #keepRecord({ url, record }: SearchHit, signal: AbortSignal): Promise<boolean> {
    const key = canonicalUrl(url)
    if (!record || this.#recorded.has(key)) return false
    this.#recorded.add(key)
    const kept = await this.#parts.pages.keepExcerpt(record, signal)
    if (kept) this.#add(kept.document, kept.passages)
    return kept !== undefined
  }

  /** The pages worth reading: new ones, a few, and not all of one host. */
  #choose(hits: readonly SearchHit[]): SearchHit[] {
    const ofQuery = new Map<string, number>()
    const chosen: SearchHit[] = []
    for (const hit of hits) {
      if (hit.documentId !== undefined || hit.document || chosen.length >= PAGES_A_QUERY) continue
      const address = addressOf(hit)
      if (address === undefined) continue
      const key = canonicalUrl(hit.url)
      const host = hostOf(address)
      const [here, inAll] = [ofQuery.get(host) ?? 0, this.#ofHosts.get(host) ?? 0]
      if (this.#seen.has(key) || here >= OF_A_HOST || inAll >= this.#parts.pagesAHost) continue
      this.#seen.add(key)
      ofQuery.set(host, here + 1)
      this.#ofHosts.set(host, inAll + 1)
      chosen.push(hit)
    }
    return chosen
  }

  /** Adds a page. Of one that copies another, the more original is searched from now on; gives what it is to the other. */
  #add(document: SourceDocument, passages: PassageIndex): { copy_of?: string; original_of?: string } {
    const other = this.library.searched.find((each) => isCopy(document, each))
    if (other && moreOriginal(document, other) === other) return { copy_of: other.url }
    if (other) this.library.retire(other.id)
    this.library.add(document, passages)
    return other ? { original_of: other.url } : {}
  }

  async #fetch(hit: SearchHit, { iteration, tell, signal }: Round): Promise<void> {
    const { library } = this
    const { pages, calls, spending } = this.#parts
    if (spending.reached(true) !== undefined) return
    spending.spend('calls', 1)
    const address = addressOf(hit) ?? hit.url
    const { started, end } = calls.begin('fetch', { arguments: { url: address }, iteration })
    const failed = (message: string, result = {}) => tell(end({ status: 'error', result, error: { message } }))
    tell(started)
    try {
      const { document, passages, bytes, ...how } = await pages.read(address, signal)
      if (how.rendered_by) spending.spend('calls', 1)
      spending.spend('bytes', bytes)
      const known = withKnown(document, hit)
      this.#recorded.add(canonicalUrl(hit.url))
      tell(end({ status: 'ok', result: { title: known.title, bytes, ...how, ...this.#add(known, passages) } }))
    } catch (error) {
      if (signal.aborted) {
        failed('fetch was ended')
        throw signal.reason
      }
      // A page that must not be read is not cited either, whatever excerpt of it a search service shows.
      const refused = error instanceof FetchFailure && error.reason === 'refused'
      const hasRecord = await this.#keepRecord(hit, signal)
      const snippet = refused || hit.record ? undefined : await pages.keepExcerpt(excerptOf(hit), signal)
      if (snippet) library.add(snippet.document, snippet.passages)
      const message = error instanceof FetchFailure ? `the page ${error.message}` : 'fetch failed'
      failed(message, hit.record ? { record: hasRecord } : { snippet: snippet !== undefined })
    }
  }
}

/** What a search provider is asked: the user's question as it is, and of everything else only words. */
function wordsToSend({ text, purpose }: Query): string[] {
  const words = purpose === 'question' ? text : safeQuery(text)
  return words === undefined ? [] : [words]
}

function hasAnswered({ outcome }: ProviderAttempt): boolean {
  return outcome === 'answered' || outcome === 'empty'
}

/** What is fetched for a hit: of a publication its whole text, where that may be read. */
function addressOf({ url, record, fullText }: SearchHit): string | undefined {
  return record ? fullText : url
}

/**
 * Adds what the search result says about a page that does not say it itself. A catalogue knows more of a publication than
 * its file does.
 */
function withKnown(document: SourceDocument, { authors, date, record }: SearchHit): SourceDocument {
  if (record) {
    const { title, sourceType, text: _text, blocks: _blocks, url: _url, ...known } = record
    return { ...document, title, sourceType, ...known }
  }
  const year = yearOf(date)
  const isDated = document.date !== undefined || document.year !== undefined
  return {
    ...document,
    ...(document.authors === undefined && authors && { authors }),
    ...(!isDated && date !== undefined && year !== undefined && { date, year }),
  }
}

/** UTF-16 units: some services give the text of the whole page. */
const LONGEST = 100_000

/** Makes a document of a provider's excerpt of a page that could not be read. */
function excerptOf({ url, title, text, snippet, authors }: SearchHit): DocumentDraft {
  const named = title || (URL.parse(url)?.hostname ?? url)
  const shown = cut(text ?? snippet, LONGEST)
  return { url, title: named, text: shown, sourceType: 'web', excerpt: true, ...(authors && { authors }) }
}
