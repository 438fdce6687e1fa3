import { MOVABLE } from '#language/claim-words.ts'
import { operatorsWithin, PERSONS, type Side } from './sides.ts'

/**
 * Whether a part may stand elsewhere: it begins with the same preposition in both, is a verb that became passive, a
 * participle beside its noun, the owner in "last year's law" and "the law of last year", or stands between commas.
 */
export function mayMove(ours: Side, from: number, theirs: Side, at: number, length: number): boolean {
  const [first, other] = [ours.content[from], theirs.content[at]]
  const [mine, theirsBy] = [introductionOf(ours, from), introductionOf(theirs, at)]
  if (!first || !other) return false
  if (MOVABLE.has(first.raw) || (mine !== undefined && mine === theirsBy)) return true
  if (length === 1 && PARTICIPLE.test(first.raw)) {
    const passive = ours.operators.some(({ sense, end }) => sense === 'be' && end <= first.start)
    return (passive && !isPassive(theirs, at)) || (first.raw === other.raw && !isPassive(ours, from))
  }
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
