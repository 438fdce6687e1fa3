import { isIndex } from './heading.ts'
import type { Lead } from './lead.ts'
import type { PassageRules } from './opening-passage.ts'
import { shownPassage } from './shown-passage.ts'

/** What a program calls something, and no more. */
const NAME = /^`[^`]*`[.:]?$/

/**
 * Leads from the first on that shows more than a name alone, such as an item that is only a link, and none of an index; all
 * where none does.
 */
export function saysSomething(ranked: readonly Lead[], rules: PassageRules): readonly Lead[] {
  const told = ranked.filter(({ evidence }) => !isIndex(evidence.document, evidence.block))
  const leads = told.length > 0 ? told : ranked
  const first = leads.findIndex(({ evidence }) => {
    const [only, ...others] = NAME.test(evidence.quote.trim()) ? shownPassage(evidence, rules) : []
    return only === undefined || others.length > 0 || !NAME.test(only.quote.trim())
  })
  return first > 0 ? leads.slice(first) : leads
}
