import type { Quotation } from '#evidence/ledger.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import type { BlockList } from '../types.ts'
import { introduces } from './introduces.ts'
import { isWholeList, itemsFrom } from './list-passage.ts'
import type { PassageRules } from './opening-passage.ts'
import { withoutLast } from './quote-block.ts'

/** UTF-16 code units of a list that is asked for, of which a part is no answer. */
const LONGEST_ASKED = 1_400
/** The same of one that is told beside the answer. */
const LONGEST_TOLD = 900

/**
 * A passage that does not end within a list which a sentence of it introduces: it shows the other items too where they are
 * short, and else, where nobody asked for a list, neither the list nor that sentence. The item that answers stays.
 */
export function withWholeList(
  passage: Quotation[],
  blocks: BlockList,
  { asksForList }: Pick<PassageRules, 'asksForList'>,
  lead: Quotation,
): Quotation[] {
  const first = passage.findLastIndex(({ block }) => block?.kind !== 'item') + 1
  const [above, item] = [passage[first - 1], passage[first]]
  if (above?.block === undefined || item === undefined || !introduces(above.quote)) return passage
  const shown = passage.slice(first)
  const at = firstEndingAfter(blocks, item.start)
  if (isWholeList(blocks, at, shown)) return passage
  const all = itemsFrom(item.document, blocks, at, asksForList ? LONGEST_ASKED : LONGEST_TOLD)
  if (isWholeList(blocks, at, all)) return [...passage.slice(0, first), ...all]
  const isLed = lead.end > above.start
  if (asksForList || isLed) return passage
  const before = withoutLast(above)
  const kept = [...passage.slice(0, first - 1), ...(before ? [before] : [])]
  return kept.some(({ block }) => block?.kind !== 'heading') ? kept : passage
}
