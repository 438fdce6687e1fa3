import type { ResearchFailedData, ResearchResult } from '@deep-research/sdk/contract'
import { type NumberedAnswer, numberAnswer } from '#answer/numbered.ts'

/** What one envelope of a feed says, as far as these protocols can say it. */
export type Told =
  | { kind: 'thought'; text: string }
  | { kind: 'completed'; answer: NumberedAnswer; usage: ResearchResult['usage'] }
  | { kind: 'failed'; error: ResearchFailedData['error'] }
  | { kind: 'nothing' }

/**
 * Reads an envelope. Pieces of the answer say nothing here: the number of a mark is that of its source, which is known
 * when the answer is complete.
 */
export function toldBy(envelope: string): Told {
  const { type, data } = JSON.parse(envelope) as { type: string; data: unknown }
  if (type === 'research.thinking.delta') {
    return { kind: 'thought', text: `${(data as { content: string }).content.trimEnd()}\n` }
  }
  if (type === 'research.completed') {
    const result = data as ResearchResult
    return { kind: 'completed', answer: numberAnswer(result), usage: result.usage }
  }
  if (type === 'research.failed') return { kind: 'failed', error: (data as ResearchFailedData).error }
  return { kind: 'nothing' }
}

/** Most UTF-16 code units of one fragment of an answer. */
const FRAGMENT = 2_000

/** A text in the fragments in which it is streamed: whole paragraphs, where these are not long. */
export function fragmentsOf(text: string): string[] {
  return text.split(/(?<=\n\n)/).flatMap((paragraph) => paragraph.match(new RegExp(`[^]{1,${FRAGMENT}}`, 'gu')) ?? [])
}
