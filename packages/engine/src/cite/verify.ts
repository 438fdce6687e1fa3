import { normaliseWithMap } from '#text/normalise.ts'
import { contentTerms } from '#text/terms.ts'

/** What was found out about a claim and the place that is to support it. */
export interface Verification {
  /** The claim stands in the quote, but for case, white space and typography. */
  verified: boolean
  /** 0 to 1: 1 where it does, else the share of its meaningful terms that the quote holds, short of 1. */
  score: number
}

const SHORT_OF_VERBATIM = 0.99

/** Checks a claim against the quote that is to support it: word for word. Says nothing about its truth. */
export function verify(claim: string, quote: string): Verification {
  const wanted = normaliseWithMap(claim).text.trim()
  if (wanted !== '' && normaliseWithMap(quote).text.includes(wanted)) return { verified: true, score: 1 }
  const terms = contentTerms(claim)
  const held = contentTerms(quote)
  const shared = [...terms].filter((term) => held.has(term)).length
  return { verified: false, score: terms.size > 0 ? Math.min(SHORT_OF_VERBATIM, shared / terms.size) : 0 }
}
