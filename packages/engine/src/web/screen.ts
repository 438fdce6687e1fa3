import type { Evidence } from '#evidence/ledger.ts'
import { isInstruction, quarantine } from '#guard/instructions.ts'
import type { SourceDocument } from '../types.ts'

const ADDRESS = /\bhttps?:\/\/|\bwww\.\w/i
const ADDRESS_WITH_DATA = /\b(?:https?|ftp):\/\/\S*[?#]\S/i
/** Sentences remembered: far more than honest pages hold. */
const MOST_QUARANTINED = 300

/**
 * Makes the screen of one run, which keeps away sentences that address a model or lead elsewhere. On a stranger's page
 * any address counts as leading elsewhere; in the operator's own documents, only one that carries data along does.
 */
export function createScreen(isOfTheWeb: (id: string) => boolean) {
  /** Sentences that spoke to a model. */
  const quarantined: string[] = []
  return {
    quarantined,
    screen({ id }: SourceDocument, evidence: Evidence[]): Evidence[] {
      const { clean, quarantined: found } = quarantine(evidence)
      const flagged = found.filter(({ quote }) => isInstruction(quote) && !quarantined.includes(quote))
      if (quarantined.length < MOST_QUARANTINED) quarantined.push(...flagged.map(({ quote }) => quote))
      const leadsAway = isOfTheWeb(id) ? ADDRESS : ADDRESS_WITH_DATA
      return clean.filter(({ quote }) => !leadsAway.test(quote))
    },
  }
}
