import type { Quotation } from '#evidence/ledger.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import type { BlockList } from '../types.ts'
import { introduces } from './introduces.ts'
import type { PassageRules } from './opening-passage.ts'
import { quotationOf } from './quote-block.ts'
import { isUnderSame, LAST_HEADING_LEVEL, LONGEST_SECTION } from './section-blocks.ts'
import { isAskedTable, tablePassage } from './table-passage.ts'

/**
 * A sentence with the table further down in its section whose rows a question asks for by the header, "isolation levels" of
 * "Isolation Level", and the title of that table. Empty where there is none, or where the sentence introduces something else.
 */
export function withAskedTable(
  lead: Quotation,
  blocks: BlockList,
  { asksForList, writes }: Pick<PassageRules, 'asksForList' | 'writes'>,
): Quotation[] {
  if (!asksForList) return []
  const { document } = lead
  const at = firstEndingAfter(blocks, lead.start)
  const own = blocks.at(at)
  if (own?.kind !== 'paragraph' || writes === undefined || introduces(lead.quote)) return []
  for (let next = at + 1; ; next += 1) {
    const block = blocks.at(next)
    if (block === undefined || block.start - own.start > LONGEST_SECTION) return []
    if (block.kind === 'heading' && (block.level ?? 1) <= LAST_HEADING_LEVEL) return []
    if (block.kind !== 'row' || block.number !== 0 || !isUnderSame(own, block)) continue
    const header = quotationOf(document, block, block)
    if (!isAskedTable([header], writes)) continue
    const first = blocks.at(next + 1)
    const rows =
      first?.kind === 'row'
        ? tablePassage(quotationOf(document, first, first), blocks, next + 1, { asksForList: true })
        : []
    const above = blocks.at(next - 1)
    const title = above && above !== own && isUnderSame(own, above) ? quotationOf(document, above, above) : undefined
    return rows.length > 0 ? [lead, ...(title && introduces(title.quote) ? [title] : []), ...rows] : []
  }
}
