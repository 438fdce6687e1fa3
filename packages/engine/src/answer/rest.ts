import type { Evidence, Quotation } from '#evidence/ledger.ts'
import type { Composition } from './composition.ts'
import { introduces } from './introduces.ts'
import { isUnderHeading } from './sections.ts'

/**
 * What was chosen, and is neither said yet nor left out: code that nobody asked for, what introduces something that is not
 * shown, and a sentence of another section that says nothing of the question which is not said by then.
 */
export function restOf(
  { shape, chosen, lead, further, asksForCode, items }: Composition,
  isSaid: (quotation: Quotation) => boolean,
): Evidence[] {
  const wantsAll = shape === 'comparison' && items.some((item) => item.of === 'source')
  const known = [...(lead ? [lead] : []), ...further, ...chosen].filter(isSaid)
  const covered = new Set(known.flatMap(({ covers }) => [...covers]))
  const found: Evidence[] = []
  for (const item of chosen) {
    const isShown = asksForCode || (item.block?.kind !== 'code' && !introduces(item.quote))
    if (isSaid(item) || !isShown) continue
    if (!wantsAll && isUnderHeading(item) && item.covers.isSubsetOf(covered)) continue
    for (const term of item.covers) covered.add(term)
    found.push(item)
  }
  return found
}
