import type { Evidence } from '#evidence/ledger.ts'
import { tieLength } from './opening.ts'

/** What an answer quotes of a sentence. UTF-16 code units of the document's text, the end exclusive. */
export interface Quotation {
  start: number
  end: number
}

/** A sentence without the word that only ties it to the one before it. */
export function quotationOf({ quote, start, end }: Evidence): Quotation {
  return { start: start + tieLength(quote), end }
}
