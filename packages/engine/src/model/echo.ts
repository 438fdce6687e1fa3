import { contentTerms, FEWEST_TERMS } from '#language/terms.ts'

/** A text most of whose meaningful words stand in one of those is its echo. */
const ECHO = 0.6

/** Whether a text repeats one of those that are not to be repeated. */
export function echoes(text: string, forbidden: readonly string[]): boolean {
  if (forbidden.length === 0) return false
  const own = contentTerms(text)
  // Few words prove nothing: then it must be there as it is.
  if (own.size < FEWEST_TERMS) return forbidden.some((other) => other.toLowerCase().includes(text.toLowerCase()))
  return forbidden.some((other) => own.intersection(contentTerms(other)).size / own.size >= ECHO)
}
