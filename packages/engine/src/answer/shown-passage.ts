import type { Quotation } from '#evidence/ledger.ts'
import { completePassage } from './complete-passage.ts'
import { withIntroduced } from './introduced.ts'
import { named } from './named.ts'
import { openingPassage, type PassageRules } from './opening-passage.ts'
import { withWholeList } from './whole-lists.ts'
import { wholeSection } from './whole-section.ts'

/** What an answer shows for a sentence: where it opens the answer its whole section, if that is short; else its passage. */
export function shownPassage(lead: Quotation, rules: PassageRules): Quotation[] {
  const { blocks } = lead.document
  const whole = blocks && !rules.beside ? wholeSection(lead, blocks, rules) : undefined
  const passage =
    blocks && whole ? named(withIntroduced(whole, blocks, rules), blocks, { whole: true }) : openingPassage(lead, rules)
  const listed = blocks ? withWholeList(passage, blocks, rules, lead) : passage
  return completePassage(listed, rules)
}
