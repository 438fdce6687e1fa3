import type { Quotation } from '#evidence/ledger.ts'
import { completePassage } from './complete-passage.ts'
import { withIntroduced } from './introduced.ts'
import { introduces } from './introduces.ts'
import { named } from './named.ts'
import { hangs } from './opening.ts'
import { openingPassage, type PassageRules } from './opening-passage.ts'
import { isOfSection } from './sections.ts'
import { withWholeList } from './whole-lists.ts'
import { wholeSection } from './whole-section.ts'

/** What an answer shows for a sentence: where it opens the answer its whole section, if that is short; else its passage. */
export function shownPassage(lead: Quotation, rules: PassageRules): Quotation[] {
  const { blocks } = lead.document
  const whole = blocks && !rules.beside ? wholeSection(lead, blocks, rules) : undefined
  const passage =
    blocks && whole ? named(withIntroduced(whole, blocks, rules), blocks, { whole: true }) : openingPassage(lead, rules)
  const listed = blocks ? withWholeList(passage, blocks, rules, lead) : passage
  return completePassage(factAlone(listed, lead, rules), rules)
}

/** UTF-16 code units: a shorter passage leaves something to say. */
const SHORTEST_FACT = 120
/** UTF-16 code units: a passage that may be no longer tells a fact. */
const LONGEST_FACT = 300

/** A fact without the paragraphs behind the one that tells it, unless they go on with that. */
function factAlone(passage: Quotation[], lead: Quotation, { longest }: PassageRules): Quotation[] {
  const at = passage.findIndex(({ start, end }) => start <= lead.start && lead.start < end)
  const own = passage[at]
  if (longest > LONGEST_FACT || own?.block === undefined || !isOfSection(own) || introduces(own.quote)) return passage
  const next = passage[at + 1]
  if (next?.block?.kind !== 'paragraph' || own.block.kind !== 'paragraph' || hangs(next.quote)) return passage
  const kept = passage.slice(0, at + 1)
  return kept.reduce((sum, { quote }) => sum + quote.length, 0) < SHORTEST_FACT ? passage : kept
}
