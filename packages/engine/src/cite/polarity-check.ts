import { areOpposite } from '#language/antonyms.ts'
import type { Clause, Cue } from '#language/polarity.ts'
import { contentIn, type Term } from '#language/terms.ts'

/** `opposed`: one side denies what the other says. `weakened`: the source says less than the claim. */
export type PolarityFinding = 'agrees' | 'weakened' | 'opposed'

function meaning({ terms, cues }: Clause): Set<string> {
  const isOfCue = ({ start }: Term) =>
    cues.some((cue) => cue.kind !== 'quantifier' && start >= cue.start && start < cue.end)
  return contentIn(terms.filter((term) => !isOfCue(term)))
}

/** Words that a clause of the source must share with a claim to say the same. */
const SHARED = 2

function opposites(claim: ReadonlySet<string>, source: ReadonlySet<string>): number {
  const others = [...source.difference(claim)]
  return [...claim.difference(source)].filter((term) => others.some((other) => areOpposite(term, other))).length
}

/**
 * Compares what a claim and the clauses of a source that share its words affirm and deny. Their negations and opposites must
 * come out even; a quantifier of the claim must be in the source; a hedge or condition of the source must be in the claim.
 */
export function comparePolarity(claim: readonly Clause[], source: readonly Clause[]): PolarityFinding {
  const senses = new Set(source.flatMap(({ cues }) => cues.map(({ sense }) => sense)))
  const ours = claim.flatMap(({ cues }) => cues)
  if (ours.some(({ kind, sense }) => kind === 'quantifier' && !senses.has(sense))) return 'opposed'
  const wanted = new Set(claim.flatMap((clause) => [...meaning(clause)]))
  const said = source.filter((clause) => meaning(clause).intersection(wanted).size >= Math.min(SHARED, wanted.size))
  const theirs = said.flatMap(({ cues }) => cues)
  const turned = opposites(wanted, new Set(said.flatMap((clause) => [...meaning(clause)])))
  const count = (cues: readonly Cue[], ...kinds: Cue['kind'][]) =>
    cues.filter(({ kind }) => kinds.includes(kind)).length
  if ((turned + count([...ours, ...theirs], 'negation')) % 2 === 1) return 'opposed'
  return count(theirs, 'hedge', 'condition') > 0 && count(ours, 'hedge', 'condition') === 0 ? 'weakened' : 'agrees'
}
