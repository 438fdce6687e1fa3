import { captionOf, partOf } from './blocks.ts'
import { goingOn } from './cut-text.ts'
import { LIST, PASSAGE } from './lengths.ts'
import { belongs, firstItem, lengthOfList, listFrom, shownList } from './list.ts'
import type { Cutter } from './passage.ts'

/** An item of a list: with the whole of a short one, or of one whose steps are counted; else what belongs to it. */
export const cutItem: Cutter = (spot, wanted) => {
  const { document, blocks, at, lead } = spot
  const first = firstItem(blocks, at)
  const list = listFrom(blocks, first)
  const length = lengthOfList(list)
  const isWanted = wanted.list || blocks.at(at)?.number !== undefined
  if (length <= (isWanted ? LIST : PASSAGE) || wanted.list) {
    const { parts, ...cut } = shownList(document, list, lead)
    return { parts: [...captionOf(document, blocks, first), ...parts], ...cut }
  }
  return entryOf(spot, wanted)
}

const entryOf: Cutter = (spot, wanted) => {
  const { document, blocks, at, lead, own } = spot
  const opening = partOf(document, own, lead, PASSAGE)
  const next = blocks.at(at + 1)
  const isOther = next?.kind === 'item' && (next.depth ?? 1) <= (own.depth ?? 1)
  if (opening.end < own.end || isOther || (next?.kind === 'paragraph' && !belongs(blocks, at + 1)))
    return { parts: [opening] }
  return goingOn(spot, at + 1, [opening], { ...wanted, list: false })
}
