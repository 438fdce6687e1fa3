import { MOVABLE } from '#language/claim-words.ts'
import { operatorsWithin, PERSONS, type Side } from './sides.ts'

/** A part that stands elsewhere in a claim than in its source: where in each, and how many words it has. */
export interface Move {
  from: number
  at: number
  length: number
}

/**
 * Whether a verb may stand elsewhere: it became passive, or is a participle on the other side of its noun.
 */
export function isMovedVerb(ours: Side, theirs: Side, { from, at, length }: Move): boolean {
  const [first, other] = [ours.content[from], theirs.content[at]]
  if (length !== 1 || !first || !other || !PARTICIPLE.test(first.raw)) return false
  // "Shipped goods" are "goods shipped"; what comes "from Egypt" is not what goes "to Egypt".
  if (ours.content[from + 1]?.key === theirs.content[at - 1]?.key) {
    return first.raw === other.raw && adjoin(ours, from) && adjoin(theirs, at - 1)
  }
  const goesOn =
    first.raw !== other.raw && ours.operators.some(({ sense, end }) => sense === 'be' && end <= first.start)
  return (isPassive(ours, from) || goesOn) && !isPassive(theirs, at)
}

/**
 * Whether another part may stand elsewhere: it begins with the same preposition in both, is the owner in "last year's
 * law" and "the law of last year", or stands between commas.
 */
export function isMovedPart(ours: Side, theirs: Side, { from, at, length }: Move): boolean {
  const [mine, other] = [introductionOf(ours, from), introductionOf(theirs, at)]
  if (length > 1 && MOVABLE.has(ours.content[from]?.raw ?? '')) return true
  if (mine !== undefined && mine === other) return true
  if (isOwner(ours, from, length) && isOfOwner(theirs, at)) return true
  if (isOwner(theirs, at, length) && isOfOwner(ours, from)) return true
  return isParenthesis(theirs, at, length)
}

const PARTICIPLE = /(?:ed|en|wn|ne|ght|lt|pt|ft|ld|nt|de)$/
/** What stands before a word, from the word before it that is no pronoun. */
function between({ text, content }: Side, i: number): string {
  const before = content[i - 1]
  const from = before && PERSONS.has(before.key) ? content[i - 2] : before
  return text.slice(from?.end ?? 0, content[i]?.start ?? text.length)
}
const isPassive = (side: Side, i: number) =>
  PARTICIPLE.test(side.content[i]?.raw ?? '') && operatorsBefore(side, i).some(({ sense }) => sense === 'be')
/** Whether nothing stands between a word and the next. */
const adjoin = ({ text, content }: Side, i: number) =>
  text.slice(content[i]?.end ?? 0, content[i + 1]?.start ?? 0).trim() === ''
const isOwner = (side: Side, i: number, length: number) => /^['’]s?\s/.test(between(side, i + length))
const isOfOwner = (side: Side, i: number) => /\bof (?:the |an? )?$/i.test(between(side, i))
/** Whether "by" stands before a word. */
export const isAgent = (side: Side, i: number): boolean => /\bby (?:the |an? )?$/i.test(between(side, i))
const isParenthesis = (side: Side, i: number, length: number) =>
  length > 1 && /,/.test(between(side, i)) && /,/.test(between(side, i + length))

/** The preposition just before a word, but for articles. */
function introductionOf({ text, content }: Side, i: number): string | undefined {
  const before =
    text
      .slice(content[i - 1]?.end ?? 0, content[i]?.start ?? 0)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  return before.findLast((word) => MOVABLE.has(word))
}

const operatorsBefore = ({ operators, content }: Side, i: number) =>
  operatorsWithin(operators, content[i - 1]?.end ?? 0, content[i]?.start ?? 0)
