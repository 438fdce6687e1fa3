import type { Quotation } from '#evidence/ledger.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import type { Block } from '../types.ts'

const ASKS = /[?？]/u
/** A question, its answer, and what is said to that. */
const MOST_SPEAKERS = 3

/** Whether a turn is what somebody else says behind turns that need no reply: a question does, and a turn that answers none. */
export function isUnaskedTurn(said: readonly Quotation[], { kind, speaker }: Block): boolean {
  const last = said.at(-1)
  if (kind !== 'turn' || last?.block?.kind !== 'turn' || speaker === last.block.speaker) return false
  const speakers = said.filter(({ block }, at) => block?.speaker !== said[at - 1]?.block?.speaker).length
  const needsReply = ASKS.test(last.quote) || (speakers === 1 && !answers(said[0]))
  return speakers >= MOST_SPEAKERS || !needsReply
}

/** Whether a question stands directly before a turn. */
function answers(turn: Quotation | undefined): boolean {
  const { text, blocks } = turn?.document ?? {}
  if (turn?.block === undefined || blocks === undefined || text === undefined) return false
  const at = firstEndingAfter(blocks, turn.block.start)
  const before = at > 0 ? blocks.at(at - 1) : undefined
  return before?.kind === 'turn' && ASKS.test(text.slice(before.start, before.end))
}
