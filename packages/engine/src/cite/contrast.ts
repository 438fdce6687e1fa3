import type { Evidence } from '#evidence/ledger.ts'
import { isNamed } from '#language/entities.ts'
import { type Quantity, sameQuantity } from '#language/numbers.ts'
import type { Clause, Cue } from '#language/polarity.ts'
import { FEWEST_TERMS } from '#language/terms.ts'
import { comparePolarity } from './polarity-check.ts'
import { type Reading, readPlace } from './reading.ts'

/** Two sentences speak of the same from this share of the shorter one's words on: all but what they differ in. */
const SAME_MATTER = 0.6
/** … and this share of the longer one's. */
const OF_LONGER = 0.4
/** A denial needs more: much that is said twice differs in a "not" somewhere. */
const SAME_CLAIM = 0.8
/** … and of the longer one's too: what only names the same subject says something else of it. */
const SAME_CLAIM_OF_LONGER = 0.6

function matter({ words, quantities }: Reading): Set<string> {
  const numbers = quantities()
  const inNumber = (start: number, end: number) => numbers.some((each) => start < each.end && each.start < end)
  return new Set(words.flatMap(({ term, stop, start, end }) => (stop || inNumber(start, end) ? [] : [term])))
}

function share(a: ReadonlySet<string>, b: ReadonlySet<string>, ofLonger = OF_LONGER): number {
  const shared = a.intersection(b).size
  const [smaller, larger] = a.size < b.size ? [a.size, b.size] : [b.size, a.size]
  return smaller >= FEWEST_TERMS && shared >= ofLonger * larger ? shared / smaller : 0
}

/** One number each, of the same kind, and not the same. */
function otherNumber(a: readonly Quantity[], b: readonly Quantity[]): boolean {
  const [one, other] = [a[0], b[0]]
  if (!one || !other || a.length > 1 || b.length > 1 || one.kind !== other.kind || one.unit !== other.unit) return false
  return !sameQuantity(one, other) && !sameQuantity(other, one)
}

function sameNames(a: Reading, b: Reading): boolean {
  return a.names().names.every((name) => isNamed(name, b.names()))
}

const isQuantifier = ({ kind }: Cue) => kind === 'quantifier'

/** Clauses as they are where both sides quantify, else without quantifiers: to leave out an "only" denies nothing. */
function asBothQuantify(a: readonly Clause[], b: readonly Clause[]): [readonly Clause[], readonly Clause[]] {
  const quantifies = (clauses: readonly Clause[]) => clauses.some(({ cues }) => cues.some(isQuantifier))
  if (quantifies(a) === quantifies(b)) return [a, b]
  const without = (clauses: readonly Clause[]) =>
    clauses.map((clause) => ({ ...clause, cues: clause.cues.filter((cue) => !isQuantifier(cue)) }))
  return [without(a), without(b)]
}

/**
 * Whether what one of two sentences denies is said by the other: of "Do not create locks from names that clash" and "Names clash"
 * neither denies the other. Opposites deny without a word for it.
 */
function deniesWhatIsSaid(one: Reading, other: Reading): boolean {
  const denied = [denialsIn(one), denialsIn(other)] as const
  if (denied[0].length + denied[1].length === 0) return true
  return denied[0].some((term) => other.held.has(term)) || denied[1].some((term) => one.held.has(term))
}

/** The first word with a meaning behind each negation: what is denied. */
function denialsIn({ clauses }: Reading): string[] {
  return clauses.flatMap(({ terms, cues }) =>
    cues.flatMap(({ kind, end }) => {
      if (kind !== 'negation') return []
      return terms.find(({ stop, start }) => !stop && start >= end)?.term ?? []
    }),
  )
}

/** Whether two sentences of different documents say the same with another number, or one denies the other. */
export function differs(a: Evidence, b: Evidence): boolean {
  if (a.document.id === b.document.id) return false
  const [one, other] = [readPlace(a.document, a), readPlace(b.document, b)]
  const [mine, theirs] = [matter(one), matter(other)]
  if (share(mine, theirs) < SAME_MATTER || !(sameNames(one, other) || sameNames(other, one))) return false
  if (otherNumber(one.quantities(), other.quantities())) return true
  const isSameClaim = share(mine, theirs, SAME_CLAIM_OF_LONGER) >= SAME_CLAIM
  if (!isSameClaim || comparePolarity(...asBothQuantify(one.clauses, other.clauses)) !== 'opposed') return false
  return deniesWhatIsSaid(one, other)
}
