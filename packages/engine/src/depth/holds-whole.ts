import { escaped } from '#language/escape.ts'
import { weightOf } from '#question/weights.ts'

/** What a question is about. */
interface SubjectWords {
  /** All that it is about, and how much each term says. */
  weights: ReadonlyMap<string, number>
  /** Those of the terms that are of names. */
  names: ReadonlySet<string>
  /** Parts of the question: a passage is of one of them. */
  parts: number
  /** The same, or names that stand in one list. */
  listed: number
}

/** A passage holds this share of a name and of the words that stand beside it in the question: more than one of two, or two of three. */
const HELD = 0.6
/** So many terms are enough of a long question. */
const TERMS = 3

/** Whether a passage holds enough of a name and of the other words of the subject. `named`: terms of names that stand in it. */
export function holdsWhole(
  { weights, names, parts, listed }: SubjectWords,
  held: ReadonlySet<string>,
  named: ReadonlySet<string>,
): boolean {
  const others = new Set(weights.keys()).difference(names)
  const ofNames = weightOf(names, weights) / listed
  const wanted = ofNames + weightOf(others, weights) / parts
  const enough = TERMS * (weightOf(new Set(weights.keys()), weights) / weights.size)
  const own =
    Math.min(ofNames, weightOf(named.intersection(held), weights)) + weightOf(others.intersection(held), weights)
  return own >= Math.min(HELD * wanted, enough)
}

/** What stands between two names of a list. English. */
const LISTED = /^(?:,|,? (?:and|or)(?: the)?|,? &) $/u

/** How many names stand in the longest list of a text: two in "Texas and Hawaii". At least 1. */
export function longestList(names: readonly string[], text: string): number {
  if (names.length < 2) return 1
  const runs = text.split(new RegExp(names.map(escaped).join('|'), 'u'))
  let [longest, count] = [1, 1]
  for (const between of runs.slice(1, -1)) {
    count = LISTED.test(between) ? count + 1 : 1
    longest = Math.max(longest, count)
  }
  return longest
}
