import { join } from 'node:path'
import type { ReasoningLevel, ResearchResult } from '@deep-research/sdk/contract'
import { type DataSet, type EvaluationQuestion, readDataSet } from '../bench/data-set.ts'
import { fileSource } from '../src/corpus/sources/file-source.ts'
import { type EmbeddedEngineOptions, openEmbeddedEngine } from '../src/embedded.ts'

export const SMALL_SET: DataSet = readDataSet(join(import.meta.dirname, 'data/small'))

/** What is measured of the answers to the small set: each 0 to 1, and higher is better. */
export interface SmallScores {
  /** Sentences with the evidence that are cited, a question at a time. */
  recall: number
  /** Sentences cited that hold evidence, a question at a time. */
  precision: number
  /** Questions whose first passage holds evidence. */
  lead: number
  /** Questions whose expected answer stands in the text. */
  told: number
  /** How soon the expected answer stands in the text: a half where a thousand characters stand before it, nothing where it does not. */
  soon: number
  /** Answerable questions with a verified citation. */
  answered: number
  /** Questions without an answer that got no verified citation. */
  abstained: number
  /** How short the answers are: a half at a thousand characters. */
  brevity: number
}

export type Changes = Pick<EmbeddedEngineOptions, 'heads' | 'budgetOf'>

/** Asks the small set at a level, of an engine with other weights or another budget; `folder` keeps the index. */
export async function askSmallSet(folder: string, level: ReasoningLevel, changes: Changes = {}): Promise<SmallScores> {
  const indexFile = join(folder, 'small.db')
  const engine = await openEmbeddedEngine({ sources: [fileSource(SMALL_SET.corpusFile)], indexFile, ...changes })
  const { signal } = new AbortController()
  const measured: Partial<SmallScores>[] = []
  try {
    for (const question of SMALL_SET.questions) {
      for await (const event of engine.research({ query: question.question, level }, { signal }))
        if (event.type === 'completed') measured.push(measure(question, event.result))
    }
  } finally {
    engine.close()
  }
  const mean = (name: keyof SmallScores) => {
    const values = measured.flatMap((each) => each[name] ?? [])
    return values.reduce((sum, value) => sum + value, 0) / values.length
  }
  return {
    recall: mean('recall'),
    precision: mean('precision'),
    lead: mean('lead'),
    told: mean('told'),
    soon: mean('soon'),
    answered: mean('answered'),
    abstained: mean('abstained'),
    brevity: mean('brevity'),
  }
}

function measure(question: EvaluationQuestion, { citations, answer_clean }: ResearchResult): Partial<SmallScores> {
  const brevity = 1000 / (1000 + answer_clean.length)
  const verified = Number(citations.some((citation) => citation.verified))
  if (question.unanswerable) return { abstained: 1 - verified, brevity }
  const gold = (question.evidence ?? []).map(({ doc_id, quote = '' }) => {
    const [url, { text }] = [...SMALL_SET.documents].find(([, { id }]) => id === doc_id) ?? ['', { text: '' }]
    return { url, start: text.indexOf(quote), end: text.indexOf(quote) + quote.length }
  })
  const hits = citations.map(({ source: { url }, source_anchor: anchor }) =>
    gold.filter(
      (each) => each.url === url && anchor.source_start_offset < each.end && each.start < anchor.source_end_offset,
    ),
  )
  // The second passage begins below its place.
  const places = [...answer_clean.matchAll(/^(?:\*\*.*\*\*|See also:)$/gm)]
  const opening = places[1]?.index ?? answer_clean.length
  return {
    recall: new Set(hits.flat()).size / gold.length,
    precision: hits.length > 0 ? hits.filter((hit) => hit.length > 0).length / hits.length : 0,
    lead: Number(citations.some(({ start_offset }, i) => start_offset < opening && (hits[i] ?? []).length > 0)),
    told: Number((question.answers ?? []).some((answer) => answer_clean.includes(answer))),
    soon: Math.max(0, ...(question.answers ?? []).map((answer) => soonness(answer_clean.indexOf(answer)))),
    answered: verified,
    brevity,
  }
}

function soonness(before: number): number {
  return before < 0 ? 0 : 1000 / (1000 + before)
}

/** The measures that lie below what they were when the floors were set. */
export function fallen(scores: SmallScores, floors: SmallScores): string[] {
  const names = Object.keys(floors) as (keyof SmallScores)[]
  return names.filter((name) => scores[name] < floors[name] - Number.EPSILON)
}
