import type { Evidence } from '#evidence/ledger.ts'
import { saysTheSame } from './choose-evidence.ts'
import type { Lead } from './lead.ts'
import { isOfSection } from './sections.ts'

/**
 * In log-odds: a sentence that is seven times less likely than the first to open the answer adds nothing to it. Counted on
 * documentation, where half of that loses answers.
 */
const WORTH_READING = 2
/** The same in a text in sections, where an opening is a section of its own. */
const WORTH_IN_SECTIONS = 1.7

/**
 * Of sentences that could open, those that come after the first and are nearly as good, each of another block. Of a text in
 * sections each one after the first has to be nearer to it, since a section says by itself what belongs together.
 */
export function furtherOf([lead, ...others]: readonly Lead[], most: number): Evidence[] {
  const blocks = new Set([lead?.evidence.block])
  const inSections = lead !== undefined && isOfSection(lead.evidence)
  const found: Evidence[] = lead ? [lead.evidence] : []
  for (const { evidence, odds } of others) {
    const { block } = evidence
    const worth = inSections ? WORTH_IN_SECTIONS / Math.sqrt(found.length) : WORTH_READING
    if (found.length > most || odds < (lead?.odds ?? 0) - worth) break
    if ((block !== undefined && blocks.has(block)) || found.some((said) => saysTheSame(said, evidence))) continue
    blocks.add(block)
    found.push(evidence)
  }
  return found.slice(1)
}

/**
 * In log-odds: what is so much less likely is not shown for its form alone. Counted on 640 questions of documentation: it held what was
 * asked for in 1 of 11, which came nearer than this, as no other did.
 */
const NEAR = 0.5

/** Of sentences that could open, those that are nearly as likely as the first. */
export function nearlyAsLikely(leads: readonly Lead[]): Evidence[] {
  const least = (leads[0]?.odds ?? 0) - NEAR
  return leads.filter(({ odds }) => odds >= least).map(({ evidence }) => evidence)
}
