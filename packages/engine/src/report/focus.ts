import type { Subject } from '#depth/subject.ts'
import type { Question } from '#question/question.ts'
import { isEverydayTerm, weightOf } from '#question/weights.ts'
import type { CollectedNote } from './collected-notes.ts'

/** "How did it manage to pay off its debt": a word of everyday talk says how a question is put, and little of its subject. */
const EVERYDAY = 0.3

/**
 * Tells how much of what a question is about the sentence of a note holds, 0 to 1: half by the subject as it is, half by its
 * words without those of everyday talk.
 */
export function focusOf({ weights, words }: Question, subject: Subject): (note: CollectedNote) => number {
  const telling = new Map<string, number>()
  for (const [term, weight] of weights) {
    const isOfIt = subject.bearing([words.get(term) ?? term]) > 0
    if (isOfIt) telling.set(term, isEverydayTerm(term) ? EVERYDAY * weight : weight)
  }
  for (const { term, weight } of subject.joinedWords) telling.set(term, weight)
  const all = weightOf(telling.keys(), telling)
  return ({ evidence }) => {
    const own = subject.bearing([evidence.quote])
    return all > 0 ? (own + weightOf(evidence.terms, telling) / all) / 2 : own
  }
}
