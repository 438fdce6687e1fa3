import { toMarkdown } from '@deep-research/sdk/citations'
import type { ResearchResult } from '@deep-research/sdk/contract'
import type { EvaluationQuestion } from './data-set.ts'

/** A line of the file in which DeepResearch Bench reads reports: links to the sources stand in the text. */
export function articleOf({ id, question }: EvaluationQuestion, result: ResearchResult) {
  return { id: /^\d+$/.test(id) ? Number(id) : id, prompt: question, article: toMarkdown(result) }
}
