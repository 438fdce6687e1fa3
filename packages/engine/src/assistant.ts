import type { Usage } from '@deep-research/sdk/contract'
import type { AnswerAssembler } from '#cite/assemble.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Collection, Run } from '#evidence/run.ts'
import type { StopReason } from '#judge/reflect.ts'
import type { Budget } from './budget.ts'
import type { ToolCalls } from './tool-calls.ts'
import type { EngineEvent, Library, Query, ResearchTask } from './types.ts'

/** A run, as its assistant gets it. */
export interface AssistedRun {
  /** What is researched. */
  task: ResearchTask
  /** Aborted when the run ends. */
  signal: AbortSignal
  /** The tool calls of the run, which the stream tells. */
  calls: ToolCalls
  /** What the level allows. */
  budget: Budget
  /** What the engine holds. */
  library: Library
  /** Milliseconds of a clock that never goes back. */
  now: () => number
}

/** Gives each run an assistant of its own. */
export type Assist = (run: AssistedRun) => Assistant

/** What is made of the evidence after an iteration, beside its coverage. */
export interface Verdict {
  stop?: StopReason
  /** More is wanted, although coverage alone would stop. */
  goOn?: boolean
}

/** What of an answer is there before it is written on. */
export interface WrittenBefore {
  /** Evidence cited already: it is not quoted again. */
  said?: readonly Evidence[]
  /** Whether the sources answer the question. Default: judged by what was found. */
  answered?: boolean
  /** Files that could not be read: a reader who is told that nothing was found has to know of them. Default: none. */
  unread?: number
}

export interface Writing {
  run: Run
  assembler: AnswerAssembler
  /** Writes the answer, or the rest of it, from quotations: what a run without an assistant does. */
  quote: (before?: WrittenBefore) => Iterable<string>
}

/**
 * Models or the live web, which help one run. Each step does better what the loop does by itself; where it cannot, it
 * says so and leaves the step to the loop. None throws but for an abort, or where there is nothing left to research with.
 */
export interface Assistant {
  /** What the run searches: what the engine holds, and what the run brings. */
  collection(held: Collection): Collection
  /** Before the first iteration: puts further queries in line. */
  plan(run: Run): AsyncGenerator<EngineEvent, void>
  /** Before an iteration's queries are pursued: brings documents for them. */
  gather(run: Run, queries: readonly Query[], iteration: number): AsyncGenerator<EngineEvent, void>
  /** After an iteration, counted from 1: weighs the evidence, and puts further queries in line. */
  reflect(run: Run, iteration: number): AsyncGenerator<EngineEvent, Verdict>
  /**
   * After the loop, of which `iterations` were made: looks into parts of the question by themselves. Gives how many
   * iterations that took.
   */
  deepen(iterations: number): AsyncGenerator<EngineEvent, number>
  /** Writes the answer. */
  write(writing: Writing): AsyncGenerator<EngineEvent, void>
  /** What the run has to tell of itself, over what the loop reckons. */
  usage(reckoned: Usage): Partial<Usage>
}
