import { lengthOf, type Quotation } from '#evidence/ledger.ts'
import { introduces, isTermed, partOf, type Spot, sectionFrom, sectionStart, wholeBlock } from './blocks.ts'
import { codeOf } from './cut-code.ts'
import { tableFrom } from './cut-table.ts'
import { CODE, PASSAGE } from './lengths.ts'
import { listFrom, shownList } from './list.ts'
import type { Cutter, Passage, Wanted } from './passage.ts'

/**
 * Running text: its whole section where that is short, else the paragraph and what follows it there. Code, a list or a table
 * that a sentence leads up to belongs to it.
 */
export const cutText: Cutter = (spot, wanted) => {
  const { blocks, at, document, lead, own } = spot
  const first = sectionStart(blocks, at)
  const section = sectionFrom(blocks, first)
  const ofText = section.filter(({ kind }) => kind !== 'code' && kind !== 'row')
  const isShort = (ofText.at(-1)?.end ?? 0) - (section[0]?.start ?? 0) <= PASSAGE && ofText.length === section.length
  if (isShort) return goingOn(spot, first, [], wanted)
  const before = at > 0 ? blocks.at(at - 1) : undefined
  const opening = partOf(document, own, lead, PASSAGE)
  if (opening.end < own.end) return { parts: [opening] }
  const told = goingOn(spot, at + 1, [opening], wanted)
  const hasCode = told.parts.some(({ block }) => block?.kind === 'code')
  // What is said below an example explains it.
  if (wanted.code && !hasCode && before?.kind === 'code')
    return { parts: [codeOf(document, before, before.start), ...told.parts] }
  return told
}

/** Some words, and the blocks of their section from one on, as far as they are short or belong to what stands before them. */
export function goingOn(
  { document, blocks }: Spot,
  from: number,
  begun: readonly Quotation[],
  wanted: Wanted,
): Omit<Passage, 'lead'> {
  const parts = [...begun]
  let length = lengthOf(begun)
  for (let at = from; ; at += 1) {
    const block = blocks.at(at)
    if (block === undefined || block.kind === 'heading' || (at > from && isTermed(blocks, at))) break
    if (block.kind === 'furniture') continue
    const isLedTo = introduces(parts.at(-1)?.quote ?? '')
    const size = block.end - block.start
    if (block.kind === 'row') {
      if (!isLedTo) break
      const { shown, more } = tableFrom(document, blocks, at)
      return { parts: [...parts, ...shown], ...(more > 0 && { more: { of: 'rows', count: more } }) }
    }
    if (block.kind === 'item' && (isLedTo || wanted.list)) {
      const { parts: items, ...cut } = shownList(document, listFrom(blocks, at))
      return { parts: [...parts, ...items], ...cut }
    }
    if (block.kind === 'code') {
      if (size > CODE || !(isLedTo || wanted.code || length + size <= PASSAGE)) break
      parts.push(codeOf(document, block, block.start))
      if (length >= PASSAGE / 2) break
      length += isLedTo || wanted.code ? 0 : size
      continue
    }
    if (length + size > PASSAGE) break
    parts.push(wholeBlock(document, block))
    length += size
  }
  return { parts: withoutOpenEnd(parts) }
}

/** A last block that only leads up to what is not shown says nothing, unless it is all there is. */
function withoutOpenEnd(parts: Quotation[]): Quotation[] {
  const last = parts.at(-1)
  return parts.length > 1 && last?.block?.kind !== 'code' && introduces(last?.quote ?? '') ? parts.slice(0, -1) : parts
}
