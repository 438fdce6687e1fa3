import { lengthOf, type Quotation } from '#evidence/ledger.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import type { BlockList } from '../types.ts'
import { codeOf, LONGEST_CODE, LONGEST_CODE_BESIDE } from './code-passage.ts'
import { introduces } from './introduces.ts'
import { isWholeList, itemsFrom, LONGEST_LIST, LONGEST_TERMS, termsFrom } from './list-passage.ts'
import { openingOf, quotationOf, withoutLast } from './quote-block.ts'
import { LONGEST_TABLE, tableAround } from './table-passage.ts'

/** Characters of what a sentence introduces that are shown behind it. */
const LONGEST_INTRODUCED = 450

/**
 * A passage that does not end by introducing what is not shown: what its last sentence introduces follows it, else that
 * sentence is left out. A passage that is nothing but such a sentence stays.
 */
export function withIntroduced(
  passage: Quotation[],
  blocks: BlockList,
  { asksForCode, asksForList }: { asksForCode: boolean; asksForList: boolean },
): Quotation[] {
  const last = passage.at(-1)
  if (last?.block === undefined || last.block.kind === 'code' || !introduces(last.quote)) return passage
  const next = firstEndingAfter(blocks, last.end)
  const before = withoutLast(last)
  const kept = [...passage.slice(0, -1), ...(before ? [before] : [])]
  const says = kept.some(({ block }) => block?.kind !== 'heading')
  const introduced = last.end < last.block.end ? [] : introducedFrom(last, blocks, next, { asksForCode, asksForList })
  const isList = introduced[0]?.block?.kind === 'item'
  // A list that nobody asked for is shown whole or not at all: cut, it raises the question of the rest. So is a table, if that is short.
  const isLongTable = introduced.at(-1)?.block?.kind === 'row' && lengthOf(introduced) > LONGEST_INTRODUCED
  const isWanted = asksForList || (isList ? isWholeList(blocks, next, introduced) : !isLongTable)
  if (introduced.length > 0 && (isWanted || !says)) return [...passage, ...introduced]
  return says ? kept : passage
}

function introducedFrom(
  last: Quotation,
  blocks: BlockList,
  at: number,
  { asksForCode, asksForList }: { asksForCode: boolean; asksForList: boolean },
): Quotation[] {
  const { document } = last
  const block = blocks.at(at)
  switch (block?.kind) {
    case 'item': {
      // The items of the list that the sentence stands in are not what it introduces.
      const isBelow = last.block?.kind !== 'item' || (block.depth ?? 1) > (last.block.depth ?? 1)
      return isBelow ? itemsFrom(document, blocks, at, LONGEST_LIST) : []
    }
    case 'code': {
      const code = codeOf(document, block, asksForCode ? LONGEST_CODE : LONGEST_CODE_BESIDE)
      return code.end === block.end || asksForCode ? [code] : []
    }
    case 'row': {
      const { header, rows } = tableAround(blocks, at)
      const start = rows[0]?.start ?? 0
      const isShort = (rows.at(-1)?.end ?? 0) - start <= LONGEST_TABLE
      const shown = isShort ? rows : rows.filter(({ end }) => end - start <= LONGEST_INTRODUCED)
      return shown.length > 0
        ? [...(header ? [header] : []), ...shown].map((each) => quotationOf(document, each, each))
        : []
    }
    case 'heading':
      return termsFrom(document, blocks, at, asksForList ? LONGEST_TERMS : LONGEST_INTRODUCED)
    case 'paragraph':
    case 'quote':
      return [openingOf(document, block, LONGEST_INTRODUCED / 2) ?? []].flat()
    default:
      return []
  }
}
