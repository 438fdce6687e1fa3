import { beginsWithin, lengthOf, type Quotation } from '#evidence/ledger.ts'
import { withAskedTable } from './asked-table.ts'
import { completePassage } from './complete-passage.ts'
import { withIntroduced } from './introduced.ts'
import { introduces } from './introduces.ts'
import { named } from './named.ts'
import { hangs } from './opening.ts'
import { openingPassage, type PassageRules } from './opening-passage.ts'
import { withoutLast } from './quote-block.ts'
import { withoutRepeated } from './repeated.ts'
import { isOfSection } from './sections.ts'
import { withoutUnaskedFacts } from './unasked-facts.ts'
import { withWholeEnds } from './whole-ends.ts'
import { withWholeList } from './whole-lists.ts'
import { wholeSection } from './whole-section.ts'

/** What an answer shows for a sentence: where it opens the answer its whole section, if that is short; else its passage. */
export function shownPassage(lead: Quotation, rules: PassageRules): Quotation[] {
  const { blocks } = lead.document
  const table = blocks ? withAskedTable(lead, blocks, rules) : []
  if (table.length > 0) return table
  const whole = blocks && !rules.beside ? wholeSection(lead, blocks, rules) : undefined
  const passage =
    blocks && whole ? named(withIntroduced(whole, blocks, rules), blocks, { whole: true }) : openingPassage(lead, rules)
  const listed = blocks ? withWholeList(passage, blocks, rules, lead) : passage
  const told = rules.asksOf ? withoutUnaskedFacts(listed, lead, rules.asksOf) : listed
  return withoutRepeated(withWholeEnds(completePassage(factAlone(told, lead, rules), rules), rules), lead)
}

/** UTF-16 code units: a shorter passage leaves something to say. */
const SHORTEST_FACT = 120
/** UTF-16 code units: a passage that may be no longer tells a fact. */
const LONGEST_FACT = 300
const NEXT = new Set(['paragraph', 'caption', 'code'])

/**
 * A fact without the paragraphs and the code behind the one that tells it, unless they go on with that; a short one with
 * what follows it, unless that is a way of its own.
 */
function factAlone(passage: Quotation[], lead: Quotation, { longest, asksForCode }: PassageRules): Quotation[] {
  const at = passage.findIndex((part) => beginsWithin(lead, part))
  const own = passage[at]
  if (longest > LONGEST_FACT || asksForCode || own?.block?.kind !== 'paragraph' || !isOfSection(own)) return passage
  const told = withoutWay(own, lead)
  const kept = [...passage.slice(0, at), told]
  const next = passage[at + 1]
  if (told !== own) return kept
  // Behind the code that it introduces, other things are told.
  if (introduces(own.quote) && next?.block?.kind === 'code') return passage.slice(0, at + 2)
  if (introduces(own.quote) || !next?.block || !NEXT.has(next.block.kind) || hangs(next.quote)) return passage
  return lengthOf(kept) >= SHORTEST_FACT || introduces(next.quote) ? kept : passage
}

/** A paragraph without a last sentence behind the one that answers that introduces a way: "The limit can be seen by:" */
function withoutWay(own: Quotation, lead: Quotation): Quotation {
  const before = introduces(own.quote) ? withoutLast(own) : undefined
  return before !== undefined && before.end >= lead.end ? before : own
}
