import type { Question } from '#question/question.ts'
import { isEverydayTerm, isIntentTerm } from '#question/weights.ts'
import type { Writer } from './writer.ts'

/** Words that no source holds, of which the reader is told. */
const TOLD = 4

/** Says what of a question is not known, before the answer: words read as others, words that no source holds, parts without a passage. */
export function sayUnknown(
  { corrections, terms, words, weights, unseen, alternatives, ofSources }: Question,
  parts: readonly { written: string; lead: unknown }[],
  writer: Writer,
): void {
  const lines = new Set(corrections.map(({ written, meant }) => `“${written}” was read as “${meant}”.`))
  const standsFor = new Set(alternatives.values())
  const says = (term: string) => !isIntentTerm(term) && !isEverydayTerm(term)
  const isOther = (term: string) => standsFor.has(term) || ofSources.has(term) || !says(term)
  const nowhere = terms.filter((term) => (weights.get(term) ?? 0) >= unseen && !isOther(term)).slice(0, TOLD)
  const written = nowhere.map((term) => `“${words.get(term) ?? term}”`)
  if (written.length > 0) lines.add(`No source holds ${written.join(', ')}.`)
  for (const part of parts) if (part.lead === undefined) lines.add(`No passage answers “${part.written}”.`)
  writer.say([...lines].join(' '))
}
