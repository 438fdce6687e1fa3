import { areOpposite } from '#language/antonyms.ts'
import type { Clause, Cue } from '#language/polarity.ts'

/** `opposed`: one side denies what the other says. `weakened`: the source says less than the claim. */
export type PolarityFinding = 'agrees' | 'weakened' | 'opposed'

// The share of a claim's words in the source that a further clause of the source must hold to belong to the claim.
const SHARE = 0.3

function meaning({ terms, cues }: Clause): Set<string> {
  const found = new Set<string>()
  for (const { term, stop, start } of terms) {
    if (!stop && !cues.some((cue) => cue.kind !== 'quantifier' && start >= cue.start && start < cue.end))
      found.add(term)
  }
  return found
}

/** The clauses of the source that say what a clause of the claim says, by the words they share. */
function counterparts(wanted: ReadonlySet<string>, source: readonly ReadonlySet<string>[]): number[] {
  const left = new Set([...wanted].filter((term) => source.some((held) => held.has(term))))
  const total = left.size
  const found: number[] = []
  while (left.size > 0) {
    let best = -1
    let most = 0
    source.forEach((held, i) => {
      const shared = left.intersection(held).size
      if (shared > most) [best, most] = [i, shared]
    })
    const clause = source[best]
    if (!clause || (found.length > 0 && most < SHARE * total && !isMostlyShared(clause, left))) break
    found.push(best)
    for (const term of clause) left.delete(term)
  }
  return found
}

/** Whether a clause says little else than what is looked for. */
function isMostlyShared(clause: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  const shared = clause.intersection(wanted).size
  return shared >= 2 && shared >= clause.size / 2
}

/** Clauses of a claim and of a source that speak of the same. */
interface Group {
  claim: number[]
  source: Set<number>
}

function groups(claim: readonly ReadonlySet<string>[], source: readonly ReadonlySet<string>[]): Group[] {
  let all: Group[] = []
  claim.forEach((wanted, i) => {
    const found = counterparts(wanted, source)
    if (found.length === 0) return
    const joined: Group = { claim: [i], source: new Set(found) }
    const apart: Group[] = []
    for (const group of all) {
      if (!found.some((at) => group.source.has(at))) apart.push(group)
      else {
        joined.claim.push(...group.claim)
        for (const at of group.source) joined.source.add(at)
      }
    }
    all = [...apart, joined]
  })
  return all
}

function union(sets: readonly ReadonlySet<string>[]): Set<string> {
  return new Set(sets.flatMap((set) => [...set]))
}

function opposites(claim: ReadonlySet<string>, source: ReadonlySet<string>): number {
  const others = [...source.difference(claim)]
  return [...claim.difference(source)].filter((term) => others.some((other) => areOpposite(term, other))).length
}

const count = (clauses: readonly Clause[], kinds: readonly Cue['kind'][]) =>
  clauses.reduce((sum, { cues }) => sum + cues.filter(({ kind }) => kinds.includes(kind)).length, 0)

/**
 * Compares what a claim and a source affirm and deny, clause by clause. Negations and opposites must come out even
 * between clauses that share their words; a quantifier or superlative of the claim must be in the source; a hedge or
 * condition of the source must be in the claim.
 */
export function comparePolarity(claim: readonly Clause[], source: readonly Clause[]): PolarityFinding {
  const senses = new Set(source.flatMap(({ cues }) => cues.map(({ sense }) => sense)))
  const quantified = claim.flatMap(({ cues }) => cues.filter(({ kind }) => kind === 'quantifier'))
  if (quantified.some(({ sense }) => !senses.has(sense))) return 'opposed'
  const wanted = claim.map(meaning)
  const held = source.map(meaning)
  let finding: PolarityFinding = 'agrees'
  for (const group of groups(wanted, held)) {
    const ours = claim.filter((_, i) => group.claim.includes(i))
    const theirs = source.filter((_, i) => group.source.has(i))
    const turned = opposites(
      union(wanted.filter((_, i) => group.claim.includes(i))),
      union(held.filter((_, i) => group.source.has(i))),
    )
    const negations = count(ours, ['negation']) + count(theirs, ['negation'])
    if ((negations + turned) % 2 === 1) return 'opposed'
    const weak = ['hedge', 'condition'] as const
    if (count(theirs, weak) > 0 && count(ours, weak) === 0) finding = 'weakened'
  }
  return finding
}

const PARTED = /[;:()—]|\b(?:but|while|whereas|although|though|yet)\b|,\s(?:and|so|or)\b/gi

/** Whether what stands between a cue and a quotation parts them: a new clause that is not the cue's own "that". */
function isParted(between: string): boolean {
  const last = [...between.matchAll(PARTED)].at(-1)
  return last !== undefined && !/\bthat\b/i.test(between.slice(last.index))
}

/**
 * What a quotation lost by being cut from its sentence: a negation that stood outside of it turns it over, a hedge or
 * a condition weakens it. Offsets count in `text`, a run of whole sentences whose clauses are given.
 */
export function cutAway(text: string, clauses: readonly Clause[], start: number, end: number): PolarityFinding {
  let finding: PolarityFinding = 'agrees'
  const sentence = sentenceStarts(clauses).findLast((at) => at <= start) ?? 0
  for (const clause of clauses) {
    const overlaps = clause.start < end && clause.end > start
    for (const cue of clause.cues) {
      // A quotation that begins with the second word of "not only" says the opposite.
      if (cue.start < start && cue.end > start) return 'opposed'
      if (cue.kind === 'quantifier' || (cue.start >= start && cue.end <= end)) continue
      const before = cue.end <= start && cue.start >= sentence && !isParted(text.slice(cue.end, start))
      if (!overlaps && !before) continue
      if (cue.kind === 'negation') return 'opposed'
      finding = 'weakened'
    }
  }
  return finding
}

/** Clauses of one sentence adjoin; between sentences there is white space. */
function sentenceStarts(clauses: readonly Clause[]): number[] {
  return clauses.flatMap(({ start }, i) => (clauses[i - 1]?.end === start ? [] : [start]))
}
