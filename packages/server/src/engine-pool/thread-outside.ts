import {
  type AssistOptions,
  type HostedResearch,
  MOST_HITS,
  type ModelCall,
  type ModelUsage,
  nameOfSchema,
  type Outside,
  openAssist,
  openFailures,
  openHostedEngine,
  type ResearchTask,
  type Semantics,
  searchHeld,
  type Web,
} from '@deep-research/engine'
import { type Failures, resultOf } from '#steps/attempt.ts'
import { keepSteps, throughHostedSteps, throughSteps } from '#steps/keep-steps.ts'
import type { KeptOfRun, OutsideTraits, Report } from './messages.ts'
import type { OutsideCall, OutsideNews, SentCall } from './outside-calls.ts'
import { NO_RUN } from './pulse.ts'

interface OpenCall {
  piece: (text: string) => void
  usage: (usage: ModelUsage) => void
  end: (made: Extract<OutsideNews, { end: unknown }>['end']) => void
}

const NOTHING: OpenCall = { piece() {}, usage() {}, end() {} }

/** The calls that the runs of a thread make of what only the thread that serves reaches. */
export class OutsideCalls {
  readonly #report: (report: Report) => void
  readonly #open = new Map<number, OpenCall>()
  #numbers = 0

  constructor(report: (report: Report) => void) {
    this.#report = report
  }

  /** Takes news of a call. News of a call that was dropped may still arrive, and is ignored. */
  take(call: number, news: OutsideNews): void {
    const open = this.#open.get(call) ?? NOTHING
    if ('piece' in news) open.piece(news.piece)
    else if ('usage' in news) open.usage(news.usage)
    else open.end(news.end)
  }

  /**
   * Makes a call.
   * @throws the signal's reason when aborted, or what the call failed with
   */
  async make<Value>(
    { run, call, signal, failures }: { run: number; call: OutsideCall; signal: AbortSignal; failures: Failures },
    told: Partial<Pick<OpenCall, 'piece' | 'usage'>> = {},
  ): Promise<Value> {
    signal.throwIfAborted()
    this.#numbers += 1
    const number = this.#numbers
    const { promise, resolve, reject } = Promise.withResolvers<Parameters<OpenCall['end']>[0]>()
    this.#open.set(number, { ...NOTHING, ...told, end: resolve })
    const drop = () => {
      this.#report({ is: 'drop', call: number })
      reject(signal.reason)
    }
    signal.addEventListener('abort', drop, { once: true })
    this.#report({ is: 'call', call: number, run, made: call })
    try {
      return resultOf(await promise, failures) as Value
    } finally {
      signal.removeEventListener('abort', drop)
      this.#open.delete(number)
    }
  }
}

/** How the runs of a thread reach what is outside, and have their steps kept. */
export class ThreadOutside {
  readonly #calls: OutsideCalls
  readonly #traits: OutsideTraits
  /** A run is known by its task, which is all that an engine passes on of it. */
  readonly #runs = new WeakMap<ResearchTask, number>()
  readonly #onDegraded: AssistOptions['onDegraded']
  /** Loaded before the first run begins. */
  #failures!: Failures

  constructor(traits: OutsideTraits, calls: OutsideCalls, onDegraded: AssistOptions['onDegraded']) {
    this.#traits = traits
    this.#calls = calls
    this.#onDegraded = onDegraded
  }

  /** What an engine of this thread takes. */
  async options() {
    const { assist: given, semantics } = this.#traits
    const onDegraded = this.#onDegraded
    this.#failures = await openFailures()
    const assist = given && (await openAssist({ ...given, onDegraded, through: this.#through }))
    return { assist, semantics: this.#semantics(semantics), onDegraded }
  }

  /** The engine of this thread that has a service research; undefined where there is none. */
  async hostedEngine(onFailed: (line: string) => void) {
    const pages = this.#web(NO_RUN)?.pages
    const { hosted: service } = this.#traits
    if (service === undefined || !pages) return undefined
    this.#failures = await openFailures()
    const hosted = this.#hosted(NO_RUN, service)
    return await openHostedEngine({ hosted, pages, onFailed, through: this.#throughHosted })
  }

  /** Call it before a run begins; the signal is aborted when the run is left. */
  begin(run: number, task: ResearchTask, kept: KeptOfRun | undefined, signal: AbortSignal): void {
    this.#runs.set(task, run)
    if (!kept) return
    keepSteps(task, {
      ...{ id: kept.id, signal, steps: kept.steps },
      saveStep: (key, result) => this.#make(run, { what: 'keep', key, result }, signal),
    })
  }

  readonly #through: NonNullable<AssistOptions['through']> = (run, given) => {
    const number = this.#runs.get(run.task) ?? NO_RUN
    const outside = { models: this.#models(number), web: this.#web(number) }
    return throughSteps(() => this.#failures)(run, { ...given, ...outside })
  }

  readonly #throughHosted: NonNullable<Parameters<typeof openHostedEngine>[0]['through']> = (task, given) => {
    const number = this.#runs.get(task) ?? NO_RUN
    const outside = {
      hosted: this.#hosted(number, given.hosted.service),
      pages: this.#web(number)?.pages ?? given.pages,
    }
    return throughHostedSteps(() => this.#failures)(task, outside)
  }

  #hosted(run: number, service: HostedResearch['service']): HostedResearch {
    return {
      service,
      start: (task, signal) => this.#make(run, { what: 'hosted start', task }, signal),
      next: (id, after, signal) => this.#make(run, { what: 'hosted next', id, after }, signal),
      // The run is over by then, so the call belongs to none.
      cancel: (id) =>
        this.#make<void>(NO_RUN, { what: 'hosted cancel', id }, new AbortController().signal).catch(() => {}),
    }
  }

  #make<Value>(run: number, call: OutsideCall, signal: AbortSignal, told?: Parameters<OutsideCalls['make']>[1]) {
    return this.#calls.make<Value>({ run, call, signal, failures: this.#failures }, told)
  }

  #models(run: number): Outside['models'] {
    if (!this.#traits.models) return undefined
    return {
      ask: (call) => {
        const { example, schema, signal, onUsage: usage } = call
        const asked = { what: 'ask', call: sent(call), example, schema: nameOfSchema(schema) } as const
        return this.#make(run, asked, signal, { usage })
      },
      write: (call) => this.#write(run, call),
    }
  }

  async *#write(run: number, call: ModelCall): AsyncGenerator<string> {
    const leaving = new AbortController()
    const pieces: string[] = []
    let changed = Promise.withResolvers<void>()
    const change = () => {
      changed.resolve()
      changed = Promise.withResolvers()
    }
    const piece = (text: string) => {
      pieces.push(text)
      change()
    }
    let over: { error?: unknown } | undefined
    const signal = AbortSignal.any([call.signal, leaving.signal])
    this.#make(run, { what: 'write', call: sent(call) }, signal, { piece, usage: call.onUsage })
      .then(
        () => (over = {}),
        (error: unknown) => (over = { error }),
      )
      .finally(change)
    try {
      for (;;) {
        const next = pieces.shift()
        if (next !== undefined) yield next
        else if (over?.error !== undefined) throw over.error
        else if (over) return
        else await changed.promise
      }
    } finally {
      leaving.abort()
    }
  }

  #web(run: number): Web | undefined {
    const { web } = this.#traits
    if (!web) return undefined
    return {
      pagesAHost: web.pagesAHost,
      chain: {
        states: [],
        search: ({ query, language, held, signal }) => {
          const found = web.searchesCorpus ? searchHeld(held, query, MOST_HITS) : undefined
          return this.#make(run, { what: 'search', query, language, found }, signal)
        },
      },
      pages: {
        read: (address, signal) => this.#make(run, { what: 'read', address }, signal),
        keepExcerpt: (draft, signal) => this.#make(run, { what: 'excerpt', draft }, signal),
        keepOwn: (draft, signal) => this.#make(run, { what: 'own', draft }, signal),
        close() {},
      },
    }
  }

  #semantics({ embedder, reranker }: OutsideTraits['semantics']): Semantics {
    return {
      embedder:
        embedder === undefined
          ? undefined
          : {
              name: embedder,
              embed: (texts, use, signal) => this.#make(NO_RUN, { what: 'embed', texts, use }, signal),
            },
      reranker: reranker
        ? { score: (question, texts, signal) => this.#make(NO_RUN, { what: 'score', question, texts }, signal) }
        : undefined,
    }
  }
}

function sent({ role, instructions, prompt, maxOutputTokens }: ModelCall): SentCall {
  return { role, instructions, prompt, maxOutputTokens }
}
