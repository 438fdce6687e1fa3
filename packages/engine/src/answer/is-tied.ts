import type { Quotation } from '#evidence/ledger.ts'
import { refersBack } from './opening.ts'
import { opensUnder } from './order-in-section.ts'

/** "It" is what the section is about; what "this" or "these" stands for was said before. */
const POINTS = /^(?:this|these|those|such)\b/i

/** Whether a sentence of a section only says something of what stands before it there: "These forms are rare." */
export function isTied(quotation: Quotation): boolean {
  const { quote, block } = quotation
  if (block === undefined || block.path.length === 0 || block.kind === 'code' || block.kind === 'turn') return false
  return POINTS.test(quote) && refersBack(quote) && opensUnder(quotation).length === 0
}
