import type { Quotation } from '#evidence/ledger.ts'
import { words } from '#language/words.ts'

/** Of the words of a passage so many stand in another that says the same. */
const NEARLY_ALL = 0.9
/** Fewer words stand in another passage by chance. */
const FEWEST = 8

/** Whether a passage says nothing but what some quotations say, such as those of another copy of the same text. */
export function isRepeated(passage: readonly Quotation[], said: readonly Quotation[]): boolean {
  const own = wordsOf(passage)
  if (own.size < FEWEST) return false
  const known = wordsOf(said)
  return own.intersection(known).size >= NEARLY_ALL * own.size
}

function wordsOf(quotations: readonly Quotation[]): Set<string> {
  return new Set(quotations.flatMap(({ quote }) => [...words(quote)].map(({ text }) => text.toLowerCase())))
}
