import intent from '#language/data/intent.json' with { type: 'json' }
import { contentTerms } from '#language/terms.ts'

let known: ReadonlySet<string> | undefined

/** Whether a term says what a question wants done, or speaks of sources as such, rather than of its subject. */
export function isIntentTerm(term: string): boolean {
  known ??= contentTerms(intent.join(' '), 'en')
  return known.has(term)
}
