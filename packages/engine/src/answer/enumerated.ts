import type { Evidence } from '#evidence/ledger.ts'
import type { Surroundings } from './surroundings.ts'

/** UTF-16 code units in which what is counted may be told, and in which what is announced or gathered up is. */
const FAR = 20_000
const NEAR = 2_500
const NEXT_DOOR = 2
const MOST = 7
const MOST_BEFORE = 4
const SENTENCES_BEFORE = 9

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
/** "The second is …", "As a fourth goal, …", "Third, …", "3. …". English. */
const OPENS_WITH_ORDINAL = new RegExp(
  `^["“‘(\\s]*(?:(?:and|the|my|our|as a|as our) ){0,2}(?:(${ORDINALS.join('|')})(?:ly)?\\b|\\(?(\\d{1,2})[.)]\\s)`,
  'iu',
)
/** "Six great goals", "four essential human freedoms". English. */
const COUNTED = /\b(?:two|three|four|five|six|seven|eight|nine|ten|several) (?:\p{L}+ ){0,3}?\p{L}{3,}(?<!s)s\b/giu
const ANNOUNCES = /[:：]["”’]?$|\b(?:as follows|the following)[.:]$/iu
/** "States like these", "These are", "All of these": speaks of what several sentences before it tell. English. */
const GATHERS =
  /^["“‘(\s]*(?:(?:\p{L}+ ){1,3}(?:like|such as) (?:these|those)|(?:all|each|both|many) (?:of )?(?:these|those)|these (?:are|were|\p{L}{3,}s)\b(?<!includes?))\b/iu
/** Looks further back itself. */
const LOOKS_BACK = /^["“‘(\s]*(?:some|many|most|none|one|several|all|each|both) of (?:these|those|them)\b/iu

/** What a question wants to be told one by one. */
export interface EnumerationRules {
  /** Whether it asks for several things. */
  several: boolean
  /** Whether a phrase holds a term of the question. */
  isAsked: (phrase: string) => boolean
  /** Whether a text opens with a word that carries meaning. */
  opensWithMeaning: (text: string) => boolean
  surroundings: Surroundings
}

/** The sentences that tell what one announces, counts or gathers up: none for most. */
export function enumerated(lead: Evidence, rules: EnumerationRules): Evidence[] {
  return [...itemsAfter(lead, rules), ...(rules.several ? gatheredBefore(lead, rules) : [])]
}

/** The first, the second, and so on, those far off only where they speak of the question; or what follows a colon. */
function itemsAfter(lead: Evidence, { isAsked, surroundings }: EnumerationRules): Evidence[] {
  const announces = ANNOUNCES.test(lead.quote)
  const counts = [...lead.quote.matchAll(COUNTED)].some(([phrase]) => isAsked(phrase))
  if (!announces && !counts) return []
  const after = surroundings.after(lead, counts ? FAR : NEAR)
  const items: Evidence[] = []
  let sinceLast = 0
  for (const item of after) {
    sinceLast += 1
    if (placeOf(item) !== items.length + 1 || !(sinceLast <= NEXT_DOOR || item.covers.size > 0)) continue
    items.push(item)
    sinceLast = 0
    if (items.length >= MOST) break
  }
  return items.length > 1 || !announces ? items : alike(after)
}

function placeOf({ quote }: Evidence): number | undefined {
  const [, word, digits] = OPENS_WITH_ORDINAL.exec(quote) ?? []
  return word === undefined ? Number(digits) : ORDINALS.indexOf(word.toLowerCase()) + 1
}

/** The first of some sentences, and those after it that open with the same two words. */
function alike(after: readonly Evidence[]): Evidence[] {
  const opening = ({ quote }: Evidence) => quote.split(/\s+/, 2).join(' ')
  const [first] = after
  if (!first) return []
  const end = after.findIndex((item) => opening(item) !== opening(first))
  return after.slice(0, Math.min(MOST, end === -1 ? after.length : end))
}

/** Of the sentences before one that gathers them up, those that open with what they tell of: "Iran …", "Iraq …". */
function gatheredBefore(lead: Evidence, { opensWithMeaning, surroundings }: EnumerationRules): Evidence[] {
  if (!GATHERS.test(lead.quote)) return []
  const found: Evidence[] = []
  for (const item of surroundings.before(lead, NEAR).slice(0, SENTENCES_BEFORE)) {
    if (LOOKS_BACK.test(item.quote) || found.length >= MOST_BEFORE) break
    if (opensWithMeaning(item.quote)) found.push(item)
  }
  return found
}
