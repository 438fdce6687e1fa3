import { normaliseWithMap } from '#language/normalise.ts'
import { contentTerms, FEWEST_TERMS } from '#language/terms.ts'
import type { CollectedNote } from './collected-notes.ts'

/**
 * Whether a model says in words of its own what the sentence of a note shows: it has read it, and knows better than the words
 * of the sentence tell whether it belongs to the question. One that copies the sentence may have picked it by its words.
 */
export function isInOwnWords({ shows, evidence }: Pick<CollectedNote, 'shows' | 'evidence'>): boolean {
  if (contentTerms(shows).size < FEWEST_TERMS) return false
  return !plain(evidence.quote).includes(plain(shows))
}

const plain = (text: string) =>
  normaliseWithMap(text)
    .text.replace(/[\s.…]+$/u, '')
    .trim()
