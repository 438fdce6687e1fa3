import { openingsOf, rerank } from '#answer/rerank.ts'
import type { Run } from '#evidence/run.ts'
import type { Degradation } from './degradation.ts'
import type { FallibleStep } from './narrate.ts'
import type { EngineEvent, Query, Semantics } from './types.ts'

/** The models of meaning at the side of one run. Where one fails, the run goes on without it and says so. */
export class Meaning {
  readonly #semantics: Semantics
  readonly #degradation: Degradation

  constructor(semantics: Semantics, degradation: Degradation) {
    this.#semantics = semantics
    this.#degradation = degradation
  }

  get degraded(): readonly { step: string; reason: string }[] {
    return this.#degradation.steps
  }

  /** Gives queries that are written as a person writes their vectors. */
  async *embed(queries: readonly Query[], signal: AbortSignal): AsyncGenerator<EngineEvent, void> {
    const { embedder } = this.#semantics
    const written = queries.filter(({ purpose }) => purpose !== 'expansion')
    if (!embedder || written.length === 0) return
    yield* this.#attempt('embed', signal, async () => {
      const vectors = await embedder.embed(
        written.map(({ text }) => text),
        'question',
        signal,
      )
      for (const [at, query] of written.entries()) Object.assign(query, { vector: vectors[at] })
    })
  }

  /** Puts what was found in the reranker's order. */
  async *rerank(run: Run, signal: AbortSignal): AsyncGenerator<EngineEvent, void> {
    const { reranker } = this.#semantics
    if (!reranker) return
    const openings = openingsOf(run.ledger, run.question)
    if (openings.texts.length < 2) return
    yield* this.#attempt('rerank', signal, () => rerank(run, openings, { reranker, signal }))
  }

  /** Does a step, unless it failed before in this run. */
  async *#attempt(
    step: FallibleStep,
    signal: AbortSignal,
    work: () => Promise<void>,
  ): AsyncGenerator<EngineEvent, void> {
    if (this.degraded.some((failed) => failed.step === step)) return
    try {
      await work()
    } catch (error) {
      signal.throwIfAborted()
      const detail = error instanceof Error ? error.message : String(error)
      yield* this.#degradation.note(step, 'the endpoint did not answer as it should', detail)
    }
  }
}
