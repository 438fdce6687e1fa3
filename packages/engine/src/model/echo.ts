import { contentTerms, FEWEST_TERMS } from '#language/terms.ts'

/** A text most of whose meaningful words stand in one of those is its echo. */
const ECHO = 0.6

/** The terms of texts that are not to be repeated: they are instructions, few and the same for every call. */
const known = new Map<string, ReadonlySet<string>>()

function termsOf(text: string): ReadonlySet<string> {
  const terms = known.get(text) ?? contentTerms(text)
  known.set(text, terms)
  return terms
}

/** Whether a text repeats one of those that are not to be repeated. */
export function echoes(text: string, forbidden: readonly string[]): boolean {
  if (forbidden.length === 0) return false
  const own = contentTerms(text)
  // Few words prove nothing: then it must be there as it is.
  if (own.size < FEWEST_TERMS) return forbidden.some((other) => other.toLowerCase().includes(text.toLowerCase()))
  return forbidden.some((other) => own.intersection(termsOf(other)).size / own.size >= ECHO)
}
