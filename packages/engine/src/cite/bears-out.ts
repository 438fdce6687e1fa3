import { type ClaimWord, HEDGES, type Operator } from '#language/claim-words.ts'
import { languageOfOpening } from '#language/language.ts'
import type { Span } from '#language/span.ts'
import { UNSPACED } from '#language/words.ts'
import type { SourceDocument } from '../types.ts'
import { alignments } from './align.ts'
import { isAgent } from './movable.ts'
import type { Reading } from './reading.ts'
import { type Said, saidBy } from './said-by.ts'
import { formsOf, operatorsWithin, PERSONS, type Side, sideOf } from './sides.ts'

/** UTF-16 units of a document that tell its language. */
const OPENING = 2_000

const CLAUSE_END = /[,;:()—–]|--|\s-\s/g

/** Where the clause begins that a place of a text belongs to. */
function clauseStart(text: string, at: number): number {
  return [...text.slice(0, at).matchAll(CLAUSE_END)].at(-1)?.index ?? 0
}

function kinds(operators: readonly Operator[], kind: Operator['kind']): string {
  return operators
    .filter((each) => each.kind === kind)
    .map(({ sense }) => sense)
    .sort()
    .join()
}

interface Standing {
  shifted: boolean
  /** The modal verb that stood last before in the claim. */
  under: string
}

/** Whether what stands before a word turns and bounds it in the same way in both. */
function agree(ours: readonly Operator[], theirs: readonly Operator[], { shifted, under }: Standing): boolean {
  if (kinds(ours, 'negation') !== kinds(theirs, 'negation')) return false
  // "May be sold, and debts contracted": a modal verb goes on to the next verb.
  const modal = kinds(ours, 'modal') || (ours.length === 0 ? under : '')
  if (modal !== kinds(theirs, 'modal') && kinds(ours, 'modal') !== kinds(theirs, 'modal')) return false
  const time = (all: readonly Operator[]) =>
    `${kinds(all, 'past') && 'past'} ${kinds(all, 'past') || kinds(all, 'present')}`
  const finite = (all: readonly Operator[]) => all.some(({ kind }) => kind === 'past' || kind === 'present')
  return shifted || !finite(ours) || !finite(theirs) || time(ours) === time(theirs)
}

/** Whether what is left out between two words of the source takes nothing back from what stays. */
function mayBeLeftOut(source: Side, left: readonly ClaimWord[], gap: Span, hasVerb: boolean): boolean {
  if (left.some(({ raw }) => HEDGES.has(raw))) return false
  const text = source.text.slice(gap.start, gap.end)
  const borders = [...text.matchAll(CLAUSE_END)].map(({ index }) => index + gap.start)
  const [first, last] = [left[0], left.at(-1)]
  if (borders.length === 0 || !first || !last) return true
  // What is cut out across a border ends at one, or begins at one and has no verb of its own.
  return (borders.at(-1) ?? 0) >= last.end || (borders.every((at) => at < first.start) && !hasVerb)
}

/**
 * Whether a sentence bears a claim out in its own words: every word of the claim that says something stands there, in the
 * same order but for a part that may move, negated, bounded and dated in the same way, and nothing was left out that
 * takes it back. English alone: of other languages, only what stands there
 * word for word is verified.
 */
export function bearsOut(claim: Reading, source: Reading, document: SourceDocument): boolean {
  if ((languageOfOpening(document.text.slice(0, OPENING)) ?? 'en') !== 'en' || UNSPACED.test(source.text)) return false
  const said = saidBy(claim.text, document)
  const theirs = sideOf(source, document)
  for (const ours of formsOf(claim, said.start, theirs, document)) {
    for (const path of alignments(ours, theirs)) if (isBorneOut(ours, theirs, { said, path })) return true
  }
  return false
}

/** What excepts something from what stands before it, in its clause or right behind that. */
const EXCEPTION =
  /^[^,;:—]*[,;:—]?\s*\b(?:except(?:ing|ed)?|excluding|unless|apart from|aside from|other than|save (?:for|on|in|where)|but (?:not|only))\b/i
/** A share of what is named next: "two of the four engines". */
const SHARE =
  /\b(?:\d[\d.,]*(?:\s?%| percent)?|one|two|three|four|five|six|seven|eight|nine|ten|half|thirds?|quarters?|parts?|some|most|many|few|several|none|part|any|each|either|neither) of (?:(?:the|its|his|her|their|our|these|those|all)\s)?$/i
const INFINITIVE = /\bto (?:\p{L}+ly )?$/iu

/** Whether something is excepted behind the last word that is said, and not in the claim. */
function leavesOutException(ours: Side, theirs: Side, path: readonly number[]): boolean {
  const last = theirs.content[Math.max(...path)]?.end ?? 0
  return EXCEPTION.test(theirs.text.slice(last)) && !EXCEPTION.test(ours.text.slice(ours.content.at(-1)?.end ?? 0))
}

function isBorneOut(ours: Side, theirs: Side, { said, path }: { said: Said; path: readonly number[] }): boolean {
  if (path.length === 0 || leavesOutException(ours, theirs, path)) return false
  // "Founded by Ida Berg and moved" does not say that she moved.
  if (isAgent(theirs, path[0] ?? 0) && !isAgent(ours, 0)) return false
  const used = new Set(path)
  return path.every((at, i) => {
    const [word, other] = [ours.content[i], theirs.content[at]]
    if (!word || !other) return false
    const before = i === 0 ? -1 : (path[i - 1] ?? -1)
    const moved = before > at || i === 0
    const from = moved
      ? Math.max(theirs.content[at - 1]?.end ?? 0, clauseStart(theirs.text, other.start))
      : (theirs.content[before]?.end ?? 0)
    const gap = { start: i === 0 ? clauseStart(theirs.text, other.start) : from, end: other.start }
    const left = theirs.content.filter(
      (each, k) => !used.has(k) && each.start >= gap.start && each.end <= gap.end && !PERSONS.has(each.key),
    )
    if (
      left.length > 0 &&
      !mayBeLeftOut(theirs, left, gap, operatorsWithin(theirs.operators, gap.start, gap.end).length > 0)
    )
      return false
    // What is to be done is not what was done, and of what a part did not all did.
    const theirLead = theirs.text.slice(gap.start, other.start)
    const ourFrom = i === 0 ? said.start : (ours.content[i - 1]?.end ?? 0)
    const ourLead = ours.text.slice(ourFrom, word.start)
    const asserts = operatorsWithin(ours.operators, ourFrom, word.start).some(
      ({ kind }) => kind === 'past' || kind === 'present',
    )
    if (asserts && INFINITIVE.test(theirLead) && !INFINITIVE.test(ourLead)) return false
    if (left.length > 0 && SHARE.test(theirLead) && !SHARE.test(ourLead)) return false
    const under = ours.operators.findLast(({ kind, end }) => kind === 'modal' && end <= word.start)?.sense ?? ''
    // An operator belongs to the next word, also where that word stands elsewhere in the claim.
    const own = operatorsWithin(theirs.operators, gap.start, gap.end).filter((operator) => {
      const next = theirs.content.findIndex(({ start }) => start >= operator.end)
      return next === at || !used.has(next)
    })
    return agree(
      operatorsWithin(ours.operators, i === 0 ? said.start : (ours.content[i - 1]?.end ?? 0), word.start),
      own,
      {
        shifted: said.shifted,
        under,
      },
    )
  })
}
