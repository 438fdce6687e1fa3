import { soundField } from '#guard/sound-field.ts'
import { LONGEST_TITLE } from '#language/visible.ts'
import { FetchFailure } from '#web/fetch/failure.ts'
import type { PageReader, ReadPage } from '#web/fetch/page-reader.ts'
import { GrownLibrary } from '#web/grown-library.ts'
import { canonicalUrl } from '#web/search/canonical-url.ts'
import { limitsFor, Spending } from '../budget.ts'
import { EMPTY_LIBRARY } from '../empty-library.ts'
import { interleave } from '../interleave.ts'
import type { ToolCalls } from '../tool-calls.ts'
import { Turns } from '../turns.ts'
import type { EngineEvent, ResearchTask, SourceDocument } from '../types.ts'
import type { HostedSource } from './calls.ts'

export interface CitedPagesParts {
  pages: PageReader
  calls: ToolCalls
  level: ResearchTask['level']
  /** What the service shows of its sources. */
  sources: readonly HostedSource[]
  signal: AbortSignal
}

/** Pages that are read of one report, those that it cites first. */
const MOST_PAGES = 80
/** Pages that are read at once. */
const AT_ONCE = 6

type Tell = (event: EngineEvent) => void

/** Reads what a report cites. */
export class CitedPages {
  readonly library: GrownLibrary = new GrownLibrary(EMPTY_LIBRARY)
  readonly #parts: CitedPagesParts
  readonly #documents = new Map<string, SourceDocument>()
  readonly #turns = new Turns(AT_ONCE)
  readonly #spending: Spending

  constructor(parts: CitedPagesParts) {
    this.#parts = parts
    // The time of a run is that of the service.
    this.#spending = new Spending({ ...limitsFor(parts.level), ms: Number.POSITIVE_INFINITY }, () => 0)
  }

  /** The page at an address; undefined if it could not be read. */
  at(url: string): SourceDocument | undefined {
    return this.#documents.get(canonicalUrl(url))
  }

  /** Reads the pages of some addresses, and tells of each. */
  async *read(urls: readonly string[]): AsyncGenerator<EngineEvent, void> {
    const works = urls
      .slice(0, MOST_PAGES)
      .map((url) => (tell: Tell, signal: AbortSignal) => this.#turns.take(() => this.#fetch(url, tell, signal)))
    yield* interleave(works, this.#parts.signal)
  }

  async #fetch(url: string, tell: Tell, signal: AbortSignal): Promise<void> {
    const { calls, pages } = this.#parts
    signal.throwIfAborted()
    if (this.#spending.reached(true) !== undefined) return
    this.#spending.spend('calls', 1)
    const { started, end } = calls.begin('fetch', { arguments: { url }, iteration: 1 })
    tell(started)
    try {
      const { document, passages, bytes } = await pages.read(url, signal)
      this.#spending.spend('bytes', bytes)
      this.#hold(url, { document, passages })
      tell(end({ status: 'ok', result: { title: document.title, bytes } }))
    } catch (error) {
      if (signal.aborted) {
        tell(end({ status: 'error', result: {}, error: { message: 'fetch was ended' } }))
        throw signal.reason
      }
      // What must not be read is no source, whatever the service says of it.
      const refused = error instanceof FetchFailure && error.reason === 'refused'
      const shown = refused ? undefined : await this.#excerptOf(url, signal)
      if (shown) this.#hold(url, shown)
      const message = error instanceof FetchFailure ? `the page ${error.message}` : 'fetch failed'
      tell(end({ status: 'error', result: { snippet: shown !== undefined }, error: { message } }))
    }
  }

  /** What the service shows of a page that cannot be read: it is cited as that, and never verified. */
  async #excerptOf(url: string, signal: AbortSignal): Promise<ReadPage | undefined> {
    const key = canonicalUrl(url)
    const source = this.#parts.sources.find((one) => one.snippet !== '' && canonicalUrl(one.url) === key)
    if (!source) return undefined
    const title = soundField(source.title, LONGEST_TITLE) || (URL.parse(url)?.hostname ?? url)
    return await this.#parts.pages.keepExcerpt(
      { url, title, text: source.snippet, sourceType: 'web', excerpt: true },
      signal,
    )
  }

  #hold(url: string, { document, passages }: ReadPage): void {
    this.#documents.set(canonicalUrl(url), document)
    this.library.add(document, passages)
  }
}
