import type { Quotation } from '#evidence/ledger.ts'
import type { Answering } from './answering-first.ts'
import { isFact } from './facts.ts'

/** "Grammar: `port <integer>;`", "Tags: server": a line that says one thing of an entry, and is no sentence. */
const LABELLED = /^(\p{Lu}[\p{L} ]{1,20}): \S[^\n]{0,160}(?<![.!?:…])$/u
const LINES = new Set(['paragraph', 'caption'])

/** What tells which labels are asked for. */
export interface LabelRules {
  /** How well a sentence answers. Default: unknown, and nothing is left out that stands behind a label. */
  answering?: Answering
  /** What something is or does is asked for. */
  explains?: boolean
  /** Whether the question writes the name of something. Default: it writes none. */
  writes?: (name: string) => boolean
}

/** Whether each line of a block says one thing behind a label. */
export function isLabelled({ block, quote }: Pick<Quotation, 'block' | 'quote'>): boolean {
  return LINES.has(block?.kind ?? '') && quote.split('\n').every((line) => LABELLED.test(line.trim()))
}

/**
 * Whether a block says behind labels what nobody asked for. The type and the default of an option are asked for where it is
 * to be explained.
 */
export function isUnaskedLabel(part: Quotation, { answering, explains = false, writes }: LabelRules): boolean {
  if (answering === undefined || !isLabelled(part)) return false
  if (isFact(part)) return !explains && part.quote.split('\n').every((line) => answering(line, part) <= 0)
  const labels = part.quote.split('\n').flatMap((line) => LABELLED.exec(line.trim())?.[1] ?? [])
  return !labels.some((label) => writes?.(label))
}

/** A passage without such blocks, but for the one that was chosen to lead, where something else is left of it. */
export function withoutLabels(passage: readonly Quotation[], lead: Quotation, rules: LabelRules): Quotation[] {
  const isLead = ({ document, start, end }: Quotation) =>
    document.id === lead.document.id && start <= lead.start && lead.start < end
  const kept = passage.filter((part) => isLead(part) || !isUnaskedLabel(part, rules))
  return kept.some(({ block }) => block?.kind !== 'heading') ? kept : [...passage]
}
