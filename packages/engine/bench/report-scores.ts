import type { ResearchResult } from '@deep-research/sdk/contract'
import type { Prices } from '../src/budget.ts'
import type { Outcome } from './metrics.ts'

/** What a metric of reports means, by name, in the order in which they are told. Means are over the runs that ended. */
export const REPORT_METRICS = {
  reports: 'runs that ended with a result',
  verified_share: 'citations that are verified, of all',
  words_mean: 'words an answer',
  citations_a_1000_words: 'citations for each 1,000 words',
  sources_mean: 'sources cited an answer',
  repeated_sentences: 'sentences that stand in an answer before, of all',
  uncited_sentences_mean: 'sentences that state something and cite nothing, an answer',
  parts_answered: 'sub-questions that the model found to be answered, of all',
  degraded_share: 'runs that did a step in a simpler way',
  tokens_mean: 'tokens of the model a run, in and out',
  dollars_mean: 'what they cost, with --prices',
  seconds_mean: 'seconds a run',
} as const

export type ReportMetric = keyof typeof REPORT_METRICS
export type ReportScores = Partial<Record<ReportMetric, number>>

/** Scores what a model wrote. */
export function scoreReports(outcomes: readonly Outcome[], prices?: Prices): ReportScores {
  const ended = outcomes.flatMap((outcome) => (outcome.result ? [{ ...outcome, result: outcome.result }] : []))
  const sum = (of: (outcome: (typeof ended)[number]) => number) => ended.reduce((all, outcome) => all + of(outcome), 0)
  const mean = (of: Parameters<typeof sum>[0]) => rounded(sum(of) / (ended.length || 1))
  const citations = sum(({ result }) => result.citations.length)
  const words = sum(({ result }) => wordsOf(result).length)
  const parts = ended.map(({ thinking = '' }) => statesOf(thinking))
  const asked = parts.reduce((all, states) => all + states.size, 0)
  const answered = parts.reduce(
    (all, states) => all + [...states.values()].filter((state) => state === 'answered').length,
    0,
  )
  return {
    reports: ended.length,
    verified_share: share(
      sum(({ result }) => result.citations.filter(({ verified }) => verified).length),
      citations,
    ),
    words_mean: mean(({ result }) => wordsOf(result).length),
    citations_a_1000_words: rounded((1_000 * citations) / (words || 1)),
    sources_mean: mean(({ result }) => result.sources_summary.length),
    repeated_sentences: share(
      sum(({ result }) => repeatsIn(result)),
      sum(({ result }) => sentencesOf(result).length),
    ),
    uncited_sentences_mean: mean(({ result }) => result.usage.uncited_sentences ?? 0),
    ...(asked > 0 && { parts_answered: share(answered, asked) }),
    degraded_share: share(
      sum(({ result }) => Number((result.usage.degraded?.length ?? 0) > 0)),
      ended.length,
    ),
    tokens_mean: mean(({ result }) => result.usage.total_tokens),
    ...(prices && { dollars_mean: mean(({ result }) => costOf(result, prices)) }),
    seconds_mean: mean(({ ms }) => ms / 1_000),
  }
}

const rounded = (value: number) => Number(value.toFixed(4))
const share = (some: number, all: number) => rounded(all === 0 ? 0 : some / all)

function wordsOf({ answer_clean }: ResearchResult): string[] {
  return answer_clean.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu) ?? []
}

/** Sentences of at least four words, as they are compared. */
function sentencesOf({ answer_clean }: ResearchResult): string[] {
  const all = answer_clean.split(/(?<=[.!?])\s+|\n+/).map((one) =>
    one
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  )
  return all.filter((one) => one.split(' ').length >= 4)
}

function repeatsIn(result: ResearchResult): number {
  const sentences = sentencesOf(result)
  return sentences.length - new Set(sentences).size
}

/** The last state told of each sub-question. */
function statesOf(thinking: string): Map<string, string> {
  const told = thinking.matchAll(/^“(.+)”: (answered in part|answered|the sources disagree|nothing found yet)\b/gm)
  return new Map([...told].map(([, text = '', state = '']) => [text, state]))
}

function costOf({ usage }: ResearchResult, { input, output }: Prices): number {
  const out = usage.thinking_tokens + usage.answer_tokens
  return (Math.max(0, usage.total_tokens - out) * input + out * output) / 1_000_000
}
