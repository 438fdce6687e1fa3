import type { ResearchResult, Usage } from '@deep-research/sdk/contract'
import { AnswerAssembler } from '#cite/assemble.ts'
import { soundField } from '#guard/sound-field.ts'
import { unlink } from '#guard/unlink.ts'
import { contentTerms } from '#language/terms.ts'
import { visibleLines } from '#language/visible.ts'
import { ModelFailure, type ModelFailureReason } from '#model/failure.ts'
import type { PageReader } from '#web/fetch/page-reader.ts'
import { estimateTokens } from '../budget.ts'
import { ToolCalls } from '../tool-calls.ts'
import { BackendLostError, type EngineEvent, type ResearchEngine, type ResearchTask } from '../types.ts'
import { HandedOverError, type HostedEvent, type HostedReport, type HostedResearch } from './calls.ts'
import { ReportCheck } from './check-report.ts'
import { CitedPages } from './cited-pages.ts'
import { readReport } from './read-report.ts'
import { ReportTeller } from './tell-report.ts'

/** What a run of hosted research reaches. */
export interface HostedOutside {
  /** The service that researches. */
  hosted: HostedResearch
  /** The pages that its reports cite. */
  pages: PageReader
}

/** What the engine needs. */
export interface HostedEngineOptions extends HostedOutside {
  /** What a run reaches it through. Default: as it is. */
  through?: ((task: ResearchTask, outside: HostedOutside) => HostedOutside) | undefined
  /** Called with a line for the operator when research fails. */
  onFailed?: ((line: string) => void) | undefined
  /** Milliseconds of a clock that never goes back. Default: `performance.now`. */
  now?: (() => number) | undefined
}

/** An engine that has a hosted service research, and checks what it writes against what it cites. */
export function createHostedEngine(options: HostedEngineOptions): ResearchEngine {
  return { research: (task, { signal }) => new HostedRun(options, task, signal).events() }
}

/** The backend, and not the question, is at fault: the same may do better later. */
const OF_THE_BACKEND = new Set<ModelFailureReason>(['unreachable', 'timeout', 'quota', 'money', 'key', 'server'])
/** UTF-16 units of what a service thinks aloud that are told, and steps of it. */
const MOST_THOUGHTS = 200_000
const MOST_STEPS = 500
const LONGEST_QUERY = 300
const LONGEST_LINE = 2_000

/** One run. */
class HostedRun {
  readonly #options: HostedEngineOptions
  readonly #outside: HostedOutside
  readonly #task: ResearchTask
  readonly #signal: AbortSignal
  readonly #calls: ToolCalls
  readonly #now: () => number
  readonly #begun: number
  #thought = 0
  /** Of what it thinks, what was not told yet. */
  #untold = ''
  #steps = 0

  constructor(options: HostedEngineOptions, task: ResearchTask, signal: AbortSignal) {
    const { now = () => performance.now(), through, hosted, pages } = options
    this.#options = options
    this.#outside = through?.(task, { hosted, pages }) ?? { hosted, pages }
    this.#task = task
    this.#signal = signal
    this.#calls = new ToolCalls(now)
    this.#now = now
    this.#begun = now()
  }

  async *events(): AsyncGenerator<EngineEvent> {
    this.#signal.throwIfAborted()
    const report = yield* this.#research()
    const read = readReport(report)
    const { level, query } = this.#task
    const { pages } = this.#outside
    const parts = { pages, calls: this.#calls, level, sources: report.sources, signal: this.#signal }
    const cited = new CitedPages(parts)
    yield this.#tell(`The report is there. What it cites is read: ${count(read.urls.size, 'page')}.\n`)
    yield* cited.read([...read.urls.values()])
    yield this.#tell('Each sentence is held against the pages that are cited for it.\n')
    const assembler = new AnswerAssembler()
    const teller = new ReportTeller(assembler, new ReportCheck(cited, read.urls, contentTerms(query)))
    for (const section of read.sections) {
      this.#signal.throwIfAborted()
      yield* teller.tell(section)
    }
    yield* teller.tellCounts()
    if (!teller.isBegun) throw this.#failed(new ModelFailure('empty', 'wrote no report'))
    const answer = assembler.finish()
    const usage = this.#usage(answer, report)
    yield { type: 'completed', result: { ...answer, usage: { ...usage, uncited_sentences: teller.uncited } } }
  }

  /** Has the service research; tells what it tells. */
  async *#research(): AsyncGenerator<EngineEvent, HostedReport> {
    const { hosted } = this.#outside
    const { query, level } = this.#task
    const { service } = hosted
    yield this.#tell(`${service} researches.\n`)
    const { started, end } = this.#calls.begin('hosted_research', { arguments: { service, level }, iteration: 1 })
    yield started
    let id: string | undefined
    try {
      id = await hosted.start({ question: query, level }, this.#signal)
      for (let after = ''; ; ) {
        const batch = await hosted.next(id, after, this.#signal)
        this.#signal.throwIfAborted()
        for (const event of batch.events) yield* this.#told(event)
        after = batch.after
        if (!batch.report) continue
        id = undefined
        yield* this.#think(this.#untold.length)
        const { text, sources } = batch.report
        yield end({ status: 'ok', result: { characters: text.length, sources: sources.length } })
        return batch.report
      }
    } catch (error) {
      this.#signal.throwIfAborted()
      id = error instanceof ModelFailure ? undefined : id
      yield end({ status: 'error', result: {}, error: { message: `${service} wrote no report` } })
      throw this.#failed(error)
    } finally {
      // Nobody waits for it any more, unless somebody else goes on with the run.
      if (id !== undefined && !(this.#signal.reason instanceof HandedOverError)) void hosted.cancel(id)
    }
  }

  *#told(event: HostedEvent): Generator<EngineEvent> {
    if ('thought' in event) {
      this.#untold += event.thought
      // A link that comes in pieces is none before its line is whole.
      const end = this.#untold.length > LONGEST_LINE ? this.#untold.length : this.#untold.lastIndexOf('\n') + 1
      return yield* this.#think(end)
    }
    yield* this.#think(this.#untold.length)
    const isSearch = 'searched' in event
    const given = isSearch ? soundField(event.searched, LONGEST_QUERY) : (URL.parse(event.opened)?.href ?? '')
    if (given === '' || this.#steps >= MOST_STEPS) return
    this.#steps += 1
    const name = isSearch ? 'hosted_search' : 'hosted_page'
    const input = { arguments: { [isSearch ? 'query' : 'url']: given }, iteration: 1 }
    const { started, end } = this.#calls.begin(name, input)
    yield started
    yield end({ status: 'ok', result: {} })
  }

  /** Tells the first part of what the service thought. */
  *#think(end: number): Generator<EngineEvent> {
    const words = unlink(visibleLines(this.#untold.slice(0, end)))
    this.#untold = this.#untold.slice(end)
    if (words.trim() !== '' && this.#thought < MOST_THOUGHTS) yield this.#tell(words)
  }

  #tell(content: string): EngineEvent {
    this.#thought += content.length
    return { type: 'thinking', content }
  }

  /** What the caller is told is the same for all that a service does; the operator is told what it was. */
  #failed(error: unknown): Error {
    const { service } = this.#outside.hosted
    const line = error instanceof ModelFailure ? `${service} ${error.message}` : `${service} failed`
    this.#options.onFailed?.(line)
    const isLost = error instanceof ModelFailure && OF_THE_BACKEND.has(error.reason)
    return isLost ? new BackendLostError(line, { cause: error }) : new Error(line, { cause: error })
  }

  #usage({ answer_clean, sources_summary }: Omit<ResearchResult, 'usage'>, { tokens = {} }: HostedReport): Usage {
    const thinking_tokens = tokens.reasoning ?? estimateTokens(this.#thought)
    const answer_tokens = estimateTokens(answer_clean.length)
    return {
      // How often a service goes round is its own affair.
      iterations: 1,
      tool_calls: this.#calls.made,
      sources_cited: sources_summary.length,
      thinking_tokens,
      answer_tokens,
      total_tokens: tokens.total ?? thinking_tokens + answer_tokens + estimateTokens(this.#task.query.length),
      latency_ms: Math.max(0, Math.round(this.#now() - this.#begun)),
    }
  }
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
