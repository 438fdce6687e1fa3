import { join } from 'node:path'
import type { ReasoningLevel, ResearchResult } from '@deep-research/sdk/contract'
import type { Assist } from '../src/assistant.ts'
import type { Prices } from '../src/budget.ts'
import { fileSource } from '../src/corpus/sources/file-source.ts'
import { openEmbeddedEngine } from '../src/embedded.ts'
import type { ResearchEngine } from '../src/types.ts'
import { type DataSet, type EvaluationQuestion, type Part, sample } from './data-set.ts'
import { type Outcome, problemsOf, type Scores, score } from './metrics.ts'
import { type ReportScores, scoreReports } from './report-scores.ts'
import { inTemporaryFolder } from './temporary-folder.ts'
import { breachesOf } from './wire-rules.ts'

export interface EvaluationOptions {
  level: ReasoningLevel
  /** So many questions; 0 for all. */
  limit: number
  part: Part | 'all'
  signal: AbortSignal
  onProgress: (line: string) => void
  /** A model at the side of each run. Default: none. */
  assist?: Assist | undefined
  /** Of its tokens. */
  prices?: Prices | undefined
  onOutcome?: (outcome: Outcome) => void
}

/** What a data set came to. */
export interface Evaluation {
  data: string
  level: ReasoningLevel
  documents: number
  /** Megabytes of text indexed a second, as UTF-8. */
  index_mb_s: number
  all?: Scores
  dev?: Scores
  held_out?: Scores
  /** Of what a model wrote. */
  reports?: ReportScores
  /** What went wrong, and how often. */
  problems?: Record<string, number>
  /** Its questions without an answer promise that only for the passage they were written against. */
  paired?: boolean
}

/** Indexes a data set in a folder of its own, asks its questions one after the other, and scores the answers. */
export function evaluate(data: DataSet, options: EvaluationOptions): Promise<Evaluation> {
  return inTemporaryFolder('evaluate', (folder) => evaluateIn(folder, data, options))
}

async function evaluateIn(folder: string, data: DataSet, options: EvaluationOptions): Promise<Evaluation> {
  const { level, limit, part, signal, onProgress } = options
  const begun = performance.now()
  const engine = await openEmbeddedEngine({
    sources: [fileSource(data.corpusFile)],
    indexFile: join(folder, 'index.db'),
    signal,
    assist: options.assist,
    onProgress: ({ bytes }) => onProgress(`${data.name}: ${(bytes / 1e6).toFixed(1)} MB indexed`),
  })
  const seconds = (performance.now() - begun) / 1000
  const bytes = Buffer.byteLength([...data.documents.values()].map(({ text }) => text).join(''))
  const questions = sample(
    data.questions.filter((question) => part === 'all' || question.part === part),
    limit,
  )
  const outcomes: Outcome[] = []
  const { documentCount } = engine.corpus
  try {
    for (const question of questions) {
      const outcome = await ask(engine, question, level, signal)
      outcomes.push(outcome)
      options.onOutcome?.(outcome)
      onProgress(`${data.name}: ${outcomes.length} of ${questions.length} questions`)
    }
  } finally {
    engine.close()
  }
  const evaluation: Evaluation = {
    data: data.name,
    level,
    documents: documentCount,
    index_mb_s: Number((bytes / 1e6 / seconds).toFixed(2)),
    ...scoresOf(outcomes, data, part),
    ...(options.assist && { reports: scoreReports(outcomes, options.prices) }),
  }
  const problems = problemsOf(outcomes)
  if (problems.length > 0) evaluation.problems = Object.fromEntries(problems)
  if (questions.some(({ distractor_doc }) => distractor_doc !== undefined)) evaluation.paired = true
  return evaluation
}

function scoresOf(outcomes: readonly Outcome[], { documents }: DataSet, part: EvaluationOptions['part']) {
  const of = (wanted: Part) =>
    score(
      outcomes.filter(({ question }) => question.part === wanted),
      documents,
    )
  if (part === 'all') return { all: score(outcomes, documents), dev: of('dev'), held_out: of('held-out') }
  return part === 'dev' ? { dev: of('dev') } : { held_out: of('held-out') }
}

async function ask(
  engine: ResearchEngine,
  question: EvaluationQuestion,
  level: ReasoningLevel,
  signal: AbortSignal,
): Promise<Outcome> {
  const begun = performance.now()
  const cpu = process.cpuUsage()
  let streamed = ''
  let thinking = ''
  let result: ResearchResult | undefined
  let error: string | undefined
  const breaches: string[] = []
  try {
    for await (const event of engine.research({ query: question.question, level }, { signal })) {
      if (result !== undefined) breaches.push('event after completed')
      if (event.type === 'answer') streamed += event.content
      if (event.type === 'thinking') thinking += event.content
      if (event.type === 'completed') result = event.result
    }
    if (result === undefined) error = 'ended without a result'
  } catch (thrown) {
    signal.throwIfAborted()
    error = String(thrown)
    result = undefined
  }
  const ms = performance.now() - begun
  const { user, system } = process.cpuUsage(cpu)
  if (result !== undefined) breaches.push(...breachesOf(result, streamed))
  return {
    question,
    breaches,
    thinking,
    ms,
    cpuMs: (user + system) / 1000,
    ...(result === undefined ? {} : { result }),
    ...(error === undefined ? {} : { error }),
  }
}
