import type { EngineEvent, ResearchTask } from '@deep-research/engine'
import type { ResearchResult } from '@deep-research/sdk/contract'
import type { OpenedEngine } from '../../src/index.ts'

/** One run of the engine, told by the test step by step. */
export interface Run {
  task: ResearchTask
  signal: AbortSignal
  tell(...events: EngineEvent[]): void
  /** Events that were not taken yet. */
  untold(): number
  /** Tells a short cited answer and completes. */
  complete(): void
  /** Ends without having completed. */
  stop(): void
  fail(error: Error): void
  /** Resolves when the loop over this run was left. */
  left: Promise<void>
}

export interface ScriptedEngine extends OpenedEngine {
  /** The next run that begins, or that began and was not asked for yet. */
  nextRun(): Promise<Run>
  /** Runs that began. */
  readonly started: number
  closed: boolean
}

/** An engine whose runs do what the test says. `script` plays each run at once instead. */
export function createScriptedEngine(script?: (run: Run) => void): ScriptedEngine {
  const runs: Run[] = []
  const waiting: ((run: Run) => void)[] = []
  let started = 0
  return {
    closed: false,
    get started() {
      return started
    },
    async *research(task, { signal }) {
      const { run, events } = createRun(task, signal)
      started += 1
      const next = waiting.shift()
      if (script) script(run)
      else if (next) next(run)
      else runs.push(run)
      yield* events
    },
    nextRun() {
      const run = runs.shift()
      return run ? Promise.resolve(run) : new Promise((resolve) => waiting.push(resolve))
    },
    close() {
      this.closed = true
    },
  }
}

function createRun(task: ResearchTask, signal: AbortSignal): { run: Run; events: AsyncIterable<EngineEvent> } {
  const queue: EngineEvent[] = []
  let finished = false
  let failure: unknown
  let wake = () => {}
  const left = Promise.withResolvers<void>()
  const change = (act: () => void) => {
    act()
    wake()
  }
  const abort = () => change(() => (failure = signal.reason))
  signal.addEventListener('abort', abort, { once: true })
  async function* events() {
    try {
      for (;;) {
        if (failure !== undefined) throw failure
        const event = queue.shift()
        if (event) yield event
        else if (finished) return
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    } finally {
      signal.removeEventListener('abort', abort)
      left.resolve()
    }
  }
  const run: Run = {
    task,
    signal,
    tell: (...told) => change(() => queue.push(...told)),
    untold: () => queue.length,
    complete: () =>
      change(() => {
        queue.push(...answerOf(RESULT.answer), { type: 'completed', result: RESULT })
        finished = true
      }),
    stop: () => change(() => (finished = true)),
    fail: (error) => change(() => (failure = error)),
    left: left.promise,
  }
  return { run, events: events() }
}

/** An answer cut into fragments, in the middle of a tag too. */
export function answerOf(answer: string, size = 7): EngineEvent[] {
  const pieces = answer.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []
  return pieces.map((content) => ({ type: 'answer', content }))
}

/** The events of one tool call. */
export function toolCall(id: string): EngineEvent[] {
  return [
    {
      type: 'tool_call.started',
      call: { tool_call_id: id, name: 'search', arguments: { query: 'coral' }, iteration: 1 },
    },
    {
      type: 'tool_call.completed',
      call: { tool_call_id: id, name: 'search', status: 'ok', duration_ms: 3, result: { hits: 2 } },
    },
  ]
}

export const RESULT: ResearchResult = {
  answer: 'Corals grow slowly. <cite id="cite_1">Some live 4,000 years – 🪸.</cite>',
  answer_clean: 'Corals grow slowly. Some live 4,000 years – 🪸.',
  citations: [
    {
      id: 'cite_1',
      cited_text: 'Some live 4,000 years – 🪸.',
      start_offset: 20,
      end_offset: 47,
      verified: true,
      supporting_quote: 'Some live 4,000 years – 🪸.',
      source_anchor: {
        quote: 'Some live 4,000 years – 🪸.',
        source_start_offset: 0,
        source_end_offset: 27,
        score: 1,
      },
      source: { title: 'Corals', url: 'urn:corpus:corals.md', snippet: 'Some live', source_type: 'document' },
    },
  ],
  sources_summary: [
    { source: { title: 'Corals', url: 'urn:corpus:corals.md' }, citation_ids: ['cite_1'], citation_count: 1 },
  ],
  usage: {
    iterations: 2,
    tool_calls: 1,
    sources_cited: 1,
    thinking_tokens: 4,
    answer_tokens: 12,
    total_tokens: 16,
    latency_ms: 9,
  },
}
