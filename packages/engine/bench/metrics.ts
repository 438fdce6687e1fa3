import type { ResearchResult } from '@deep-research/sdk/contract'
import type { DataSet, EvaluationDocument, EvaluationQuestion } from './data-set.ts'

/** One question, and what came of it. */
export interface Outcome {
  question: EvaluationQuestion
  /** Missing where the run failed. */
  result?: ResearchResult
  error?: string
  /** Wire rules that the result breaks. */
  breaches: readonly string[]
  /** All that the run thought aloud. */
  thinking?: string
  /** Wall time, in milliseconds. */
  ms: number
  /** Time of the processor, in milliseconds. */
  cpuMs: number
}

/** What a metric means, by name, in the order in which they are told. All but the counts and times: 0 to 1, higher is better. */
export const METRICS = {
  questions: 'questions asked',
  completed: 'runs that ended with a result',
  wire_exact: 'results that break no rule of the protocol',
  anchor_exact: 'citations whose offsets lead to exactly their quotation in the source',
  doc_recall: 'share of the documents with the evidence that are cited, mean over the questions',
  all_docs: 'questions for which all documents with evidence are cited',
  doc_f1: 'harmonic mean of doc_recall and the share of cited documents that contain evidence, mean over the questions',
  quote_recall: 'passages of evidence of which at least half the words are in the quotations cited from their document',
  answer_in_text: 'questions whose expected answer is in answer_clean (answers “yes” and “no” are not counted)',
  answer_in_first: 'the same, within its first 300 characters',
  abstained_null: 'questions without an answer in the corpus that got no verified citation',
  answered: 'answerable questions that got a verified citation',
  citations_mean: 'citations per answer',
  answer_chars_mean: 'characters per answer',
  iterations_mean: 'iterations per run',
  ms_p50: 'wall time per question, median, in milliseconds',
  ms_p95: 'the same, 95th percentile',
  cpu_ms_p50: 'processor time per question, median, in milliseconds',
  cpu_ms_p95: 'the same, 95th percentile',
} as const

export type Metric = keyof typeof METRICS
/** Missing where no question bears on it. */
export type Scores = Partial<Record<Metric, number>>

type Count = (metric: Metric, value: number | boolean) => void

/** Scores outcomes. A run that failed counts as nothing found, never as left out. */
export function score(outcomes: readonly Outcome[], documents: DataSet['documents']): Scores {
  const sums = new Map<Metric, { sum: number; n: number }>()
  const count: Count = (metric, value) => {
    const { sum, n } = sums.get(metric) ?? { sum: 0, n: 0 }
    sums.set(metric, { sum: sum + Number(value), n: n + 1 })
  }
  for (const outcome of outcomes) grade(outcome, documents, count)
  const wall = outcomes.map(({ ms }) => ms)
  const cpu = outcomes.map(({ cpuMs }) => cpuMs)
  const counted: Scores = {
    questions: outcomes.length,
    ms_p50: Math.round(quantile(wall, 0.5)),
    ms_p95: Math.round(quantile(wall, 0.95)),
    cpu_ms_p50: Math.round(quantile(cpu, 0.5)),
    cpu_ms_p95: Math.round(quantile(cpu, 0.95)),
  }
  for (const [metric, { sum, n }] of sums) counted[metric] = Number((sum / n).toFixed(4))
  const names = Object.keys(METRICS) as Metric[]
  return Object.fromEntries(names.flatMap((name) => (counted[name] === undefined ? [] : [[name, counted[name]]])))
}

/** What went wrong, the most frequent first. */
export function problemsOf(outcomes: readonly Outcome[]): [string, number][] {
  const found = new Map<string, number>()
  for (const { error, breaches } of outcomes) {
    for (const problem of error === undefined ? breaches : [error]) found.set(problem, (found.get(problem) ?? 0) + 1)
  }
  return [...found].sort((a, b) => b[1] - a[1]).slice(0, 12)
}

function grade({ question, result, breaches }: Outcome, documents: DataSet['documents'], count: Count): void {
  count('completed', result !== undefined)
  if (result !== undefined) {
    count('wire_exact', breaches.length === 0)
    count('citations_mean', result.citations.length)
    count('answer_chars_mean', result.answer_clean.length)
    count('iterations_mean', result.usage.iterations)
  }
  const cited = citedQuotes(result, documents, count)
  const verified = result?.citations.some((citation) => citation.verified) ?? false
  if (question.unanswerable === true) {
    count('abstained_null', result !== undefined && !verified)
    return
  }
  count('answered', verified)
  gradeEvidence(question, cited, count)
  const answers = [question.answer, ...(question.answers ?? [])]
    .map((answer) => plain(answer ?? ''))
    .filter((answer) => answer !== '' && answer !== 'yes' && answer !== 'no')
  if (answers.length === 0) return
  const text = result?.answer_clean ?? ''
  const holds = (held: string) => answers.some((answer) => ` ${plain(held)} `.includes(` ${answer} `))
  count('answer_in_text', holds(text))
  count('answer_in_first', holds(text.slice(0, 300)))
}

/** The quotes cited of each document, by its id; what is cited from elsewhere is no document of the corpus. */
function citedQuotes(result: ResearchResult | undefined, documents: DataSet['documents'], count: Count) {
  const cited = new Map<string, string[]>()
  for (const { source, source_anchor: anchor } of result?.citations ?? []) {
    const document: EvaluationDocument | undefined = documents.get(source.url)
    const { quote, source_start_offset: start, source_end_offset: end } = anchor
    count('anchor_exact', start >= 0 && document?.text.slice(start, end) === quote)
    if (document !== undefined) cited.set(document.id, [...(cited.get(document.id) ?? []), quote])
  }
  return cited
}

function gradeEvidence({ evidence }: EvaluationQuestion, cited: ReadonlyMap<string, string[]>, count: Count): void {
  const wanted = new Map<string, string[]>()
  for (const { doc_id, quote } of evidence ?? []) {
    wanted.set(doc_id, [...(wanted.get(doc_id) ?? []), ...(quote ? [quote] : [])])
  }
  if (wanted.size === 0) return
  const found = [...wanted.keys()].filter((id) => cited.has(id)).length
  count('doc_recall', found / wanted.size)
  count('all_docs', found === wanted.size)
  count('doc_f1', found === 0 ? 0 : (2 * found) / (wanted.size + cited.size))
  const hits = [...wanted].flatMap(([id, quotes]) => {
    const held = new Set((cited.get(id) ?? []).flatMap(wordsOf))
    return quotes.map((quote) => {
      const words = wordsOf(quote)
      return words.filter((word) => held.has(word)).length >= words.length / 2
    })
  })
  if (hits.length > 0) count('quote_recall', hits.filter(Boolean).length / hits.length)
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

function plain(text: string): string {
  return wordsOf(text).join(' ')
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
