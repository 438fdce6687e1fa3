import { lengthOf } from '#evidence/ledger.ts'
import { wholeBlock } from './blocks.ts'
import { PASSAGE } from './lengths.ts'
import type { Cutter } from './passage.ts'

const ASKS = /[?？]/u

/** What is said in turn: from the question that a turn answers on, as much as is short. */
export const cutTurns: Cutter = ({ document, blocks, at, own }) => {
  const before = at > 0 ? blocks.at(at - 1) : undefined
  const isShort = before?.kind === 'turn' && before.end - before.start <= PASSAGE
  const isAnswer = isShort && ASKS.test(document.text.slice(before.start, before.end))
  const parts = [...(isAnswer ? [wholeBlock(document, before)] : []), wholeBlock(document, own)]
  for (let next = at + 1; ; next += 1) {
    const block = blocks.at(next)
    if (block?.kind !== 'turn' || lengthOf(parts) + block.end - block.start > PASSAGE) return { parts }
    parts.push(wholeBlock(document, block))
  }
}
