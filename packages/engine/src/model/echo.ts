import { contentTerms } from '#language/terms.ts'

/** A text most of whose meaningful words stand in one of those is its echo. */
const ECHO = 0.6
/** Fewer words prove nothing: then it must be there as it is. */
const LEAST_TERMS = 4

/** Whether a text repeats one of those that are not to be repeated. */
export function echoes(text: string, forbidden: readonly string[]): boolean {
  if (forbidden.length === 0) return false
  const own = contentTerms(text)
  if (own.size < LEAST_TERMS) return forbidden.some((other) => other.toLowerCase().includes(text.toLowerCase()))
  return forbidden.some((other) => own.intersection(contentTerms(other)).size / own.size >= ECHO)
}
