import { REASONING_LEVELS, type ReasoningLevel } from '@deep-research/sdk/contract'
import levels from './levels.json' with { type: 'json' }

/** Queries that one iteration asks: with more, findings would come too late to lead anywhere. */
export const QUERIES_AN_ITERATION = 3

/** How far a run may go, and how much its answer may hold. */
export interface Budget {
  /** Passages beside the one that opens the answer, at most. */
  further: number
  maxIterations: number
  /** Iterations in a row without a gain after which research ends. */
  patience: number
  sentences: number
  documents: number
  sentencesADocument: number
  /** How much more it matters to cite all that is needed than to cite nothing else. */
  recallWeight: number
  /** As `recallWeight`, for a question of which no single document holds all parts. */
  recallWeightOfParts: number
  /** Of an answer that a model writes. */
  words: number
  /** Of a report that a model writes. */
  sections: number
  /** What a model may divide the question into, to look into each by itself; 0: nothing. */
  subQuestions: number
  /** Calls in which a model takes notes of what was found. */
  looks: number
}

/** The budget of a level: its ceiling of iterations is the contract's; the answer grows with it. */
export function budgetFor(level: ReasoningLevel): Budget {
  return { maxIterations: REASONING_LEVELS[level].maxIterations, ...columnOf(level, levels.budget) }
}

/** What a run that leaves this process may cost. */
export interface Limits {
  /** Milliseconds of wall time. */
  ms: number
  /** Of models, in and out. */
  tokens: number
  /** Calls of models, searches and pages. */
  calls: number
  /** Bytes of pages. */
  bytes: number
  /** Dollars that models charge, as far as their prices are known. Default: no limit. */
  dollars?: number | undefined
}

/** Dollars that a model charges for a million tokens. */
export interface Prices {
  input: number
  output: number
}

/** The limits of a level. They are wide: they stop what runs away, and are no part of a normal run. */
export function limitsFor(level: ReasoningLevel): Limits {
  return columnOf(level, levels.limits)
}

function columnOf<Name extends string>(level: ReasoningLevel, rows: Record<Name, Record<ReasoningLevel, number>>) {
  const names = Object.keys(rows) as Name[]
  return Object.fromEntries(names.map((name) => [name, rows[name][level]])) as Record<Name, number>
}

/** A rough average of the texts that models read and write. */
export const CHARACTERS_A_TOKEN = 4

/** A count of tokens, where nobody tells a better one. */
export function estimateTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_A_TOKEN)
}

export type LimitName = keyof Limits

/** The share of time, tokens and calls that looking leaves for writing the answer, which is one call of many. */
const RESERVE = 0.2
/** A report takes a third to a half of the tokens of a run, part of them of the dearer model. */
const RESERVE_OF_DOLLARS = 0.5

const RESERVES: Record<LimitName, number> = {
  ...{ ms: RESERVE, tokens: RESERVE, calls: RESERVE },
  // No page is read for the answer.
  bytes: 0,
  dollars: RESERVE_OF_DOLLARS,
}

/** Counts what a run has cost. */
export class Spending {
  readonly #limits: Limits
  readonly #now: () => number
  readonly #begun: number
  readonly #spent = { tokens: 0, calls: 0, bytes: 0, dollars: 0 }

  /** `now` gives milliseconds of a clock that never goes back. */
  constructor(limits: Limits, now: () => number) {
    this.#limits = limits
    this.#now = now
    this.#begun = now()
  }

  spend(name: Exclude<LimitName, 'ms'>, amount: number): void {
    this.#spent[name] += amount
  }

  /** What is left of one limit, at least 0; `looking`: without what is kept for the answer. */
  left(name: LimitName, looking: boolean): number {
    const { [name]: most = Number.POSITIVE_INFINITY } = this.#limits
    const spent = name === 'ms' ? this.#now() - this.#begun : this.#spent[name]
    const limit = most * (looking ? 1 - RESERVES[name] : 1)
    return Math.max(0, limit - spent)
  }

  /** The first limit that is reached. */
  reached(looking: boolean): LimitName | undefined {
    return (['ms', 'tokens', 'calls', 'bytes', 'dollars'] as const).find((name) => this.left(name, looking) <= 0)
  }
}
