import type { Quotation } from '#evidence/ledger.ts'
import type { BlockKind } from '../types.ts'
import { spotOf } from './blocks.ts'
import { cutCode } from './cut-code.ts'
import { cutItem } from './cut-list.ts'
import { cutRows } from './cut-table.ts'
import { cutText } from './cut-text.ts'
import { cutTurns } from './cut-turns.ts'
import type { Cutter, Passage, Wanted } from './passage.ts'

const CUTTERS: Partial<Record<BlockKind, Cutter>> = { code: cutCode, item: cutItem, row: cutRows, turn: cutTurns }

/** Cuts the passage that a sentence stands for, by the kind of its block. Nothing cuts it again. */
export function cutPassage(lead: Quotation, wanted: Wanted): Passage {
  const spot = spotOf(lead)
  const cut = CUTTERS[spot.own.kind] ?? cutText
  return { lead, ...cut(spot, wanted) }
}
