import { type Candidate, STRONGEST } from '#evidence/ledger.ts'
import { coverage, type TermWeights } from '#question/weights.ts'

/** Why a run stopped looking. */
export type StopReason =
  | 'covered'
  | 'no_gain'
  | 'no_new_queries'
  | 'max_iterations'
  | 'nothing_found'
  | 'model_satisfied'
  | 'budget'
  | 'providers_down'
  | 'parts_next'

/** What an iteration left the run with. */
export interface Reflection {
  /** Share of the question that the evidence of the strongest documents covers together: 0 to 1. */
  coverage: number
  /** The same for the one document that covers most. */
  bestDocument: number
  /** What the iteration added to the strength of the strongest documents. */
  gain: number
  /** Terms of the question that no strong document holds. */
  missing: string[]
}

/** Judges what is known: how much of the question is covered, by one document and by all, and what is missing. */
export function reflect(ranked: readonly Candidate[], weights: TermWeights, before: number): Reflection {
  const strongest = ranked.slice(0, STRONGEST)
  const together = new Set(strongest.flatMap(({ covers }) => [...covers]))
  const strength = strengthOf(ranked)
  return {
    coverage: coverage(together, weights),
    bestDocument: Math.max(0, ...strongest.map(({ covers }) => coverage(covers, weights))),
    gain: strength - before,
    missing: [...weights.keys()].filter((term) => !together.has(term)),
  }
}

/** The summed strength of the strongest documents; an iteration that adds nothing to it gained nothing. */
export function strengthOf(ranked: readonly Candidate[]): number {
  return ranked.slice(0, STRONGEST).reduce((sum, { score }) => sum + score, 0)
}

/** What decides whether to go on. */
export interface Progress {
  iteration: number
  maxIterations: number
  /** Parts of the question that need evidence of their own. */
  parts: number
  /** Iterations in a row that gained nothing. */
  idle: number
  /** So many of them end the run. */
  patience: number
  queriesLeft: number
  found: number
}

/** One document that holds this much of a question answers it; questions that need several lie below it on average. */
const COVERED_BY_ONE = 0.9

/** Whether to stop, and why; undefined to go on. */
export function stopReason(reflection: Reflection, progress: Progress): StopReason | undefined {
  const { iteration, maxIterations, parts, idle, patience, queriesLeft, found } = progress
  if (parts <= 1 && reflection.bestDocument >= COVERED_BY_ONE) return 'covered'
  if (idle >= patience) return 'no_gain'
  if (queriesLeft === 0) return found === 0 ? 'nothing_found' : 'no_new_queries'
  if (iteration >= maxIterations) return 'max_iterations'
  return undefined
}
