import { normaliseWithMap } from '#language/normalise.ts'
import { contentTerms } from '#language/terms.ts'
import type { CollectedNote } from './collected-notes.ts'

/**
 * Whether a model says in words of its own what the sentence of a note shows. Such a model has read the sentence, and knows
 * better than its words tell whether it belongs to the question; one that copies may have picked it by its words, and one that
 * says nothing of its matter may not have looked. Of 452 notes that readers took 446 are in their own words.
 */
export function isInOwnWords({ shows, evidence, sub }: CollectedNote, question: string): boolean {
  const asked = contentTerms(`${question}\n${sub.text}`)
  const ofSentence = contentTerms(shows).intersection(contentTerms(evidence.quote))
  return ofSentence.difference(asked).size > 0 && !isPiece(wordsOf(shows), wordsOf(evidence.quote))
}

/** Whether some words stand in others in their order, with nothing but what is left out between them. */
function isPiece(some: readonly string[], all: readonly string[]): boolean {
  let at = 0
  for (const word of all) if (word === some[at]) at += 1
  return at === some.length
}

const wordsOf = (text: string): string[] =>
  normaliseWithMap(text)
    .text.toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []
