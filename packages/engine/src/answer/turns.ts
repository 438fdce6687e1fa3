import type { Quotation } from '#evidence/ledger.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import type { Block } from '../types.ts'

const ASKS = /[?？]/u
/** A question, its answer, and what is said to that. */
const MOST_SPEAKERS = 3

/** Whether a turn is what somebody else says behind turns that need no reply, as the opening of a talk and a question do. */
export function isUnaskedTurn(said: readonly Quotation[], { kind, speaker }: Block): boolean {
  const last = said.at(-1)
  if (kind !== 'turn' || last?.block?.kind !== 'turn' || speaker === last.block.speaker) return false
  const speakers = said.filter(({ block }, at) => block?.speaker !== said[at - 1]?.block?.speaker).length
  const needsReply = ASKS.test(last.quote) || (speakers === 1 && opensTalk(said[0]))
  return speakers >= MOST_SPEAKERS || !needsReply
}

function opensTalk(first: Quotation | undefined): boolean {
  const { blocks } = first?.document ?? {}
  if (first?.block === undefined || blocks === undefined) return false
  const at = firstEndingAfter(blocks, first.block.start)
  return at === 0 || blocks.at(at - 1)?.kind !== 'turn'
}
