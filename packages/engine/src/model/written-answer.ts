import type { AnswerAssembler, AnswerPart } from '#cite/assemble.ts'
import { attribute } from '#cite/attribute.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import type { Budget } from '../budget.ts'
import type { Degradation } from '../degradation.ts'
import type { Draft } from './draft-parser.ts'
import { detailOf, reasonOf } from './failure.ts'
import { createGate, type Gate } from './gate.ts'
import { withHandles } from './handles.ts'
import { judgeClaim } from './judge-claim.ts'
import type { ModelUse } from './model-use.ts'
import { NOT_FOUND, writingRules } from './write-draft.ts'

export interface WrittenParts {
  run: Run
  assembler: AnswerAssembler
  use: ModelUse
  budget: Budget
  degradation: Degradation
  signal: AbortSignal
  /** Whether claims that are not word for word are judged by a model. */
  judged: boolean
  quarantined: () => readonly string[]
  /** Told of every sentence that states something without a citation. */
  onUncited: () => void
}

/** Sentences that a model may write, for each that was asked for. */
const PATIENCE = 2
/** How many sentences without a citation are held back until one with a citation follows; no preamble is longer. */
const MOST_HELD = 3
/** What is kept of evidence that was too long for the model. */
const SHRUNK = 0.7

/** An answer as a model writes it: each sentence is checked before it is put down. */
export class WrittenAnswer {
  /** The evidence by its handle. */
  evidence: ReadonlyMap<string, Evidence>
  readonly cited: Evidence[] = []
  readonly answered: boolean
  /** Its text so far. */
  written = ''
  /** The model said that the evidence holds no answer. */
  abstained = false
  readonly #parts: WrittenParts
  readonly #shown: readonly Evidence[]
  readonly #gate: Gate
  #held: { gap: string; parts: AnswerPart[]; uncited: boolean }[] = []
  #drafts = 0

  constructor(parts: WrittenParts, shown: readonly Evidence[], answered: boolean) {
    this.#parts = parts
    this.#shown = shown
    this.answered = answered
    this.evidence = withHandles(shown, parts.use.models.random)
    this.#gate = createGate(parts.run.question.text, new Set(shown.map(({ document }) => document)))
  }

  /** Whether the model has written enough. */
  get full(): boolean {
    return this.#drafts >= PATIENCE * this.#parts.budget.sentences || this.abstained
  }

  /** Leaves out the last of the evidence. */
  shrink(): void {
    const kept = this.#shown.slice(0, Math.ceil(SHRUNK * this.evidence.size))
    this.evidence = withHandles(kept, this.#parts.use.models.random)
  }

  /** Gives the fragments that a draft adds to the answer. */
  async take(draft: Draft): Promise<string[]> {
    if (this.cited.length === 0 && draft.text.startsWith(NOT_FOUND)) this.abstained = true
    if (this.full) return []
    this.#drafts += 1
    const { run, budget, quarantined, onUncited } = this.#parts
    const forbidden = [...writingRules(budget.sentences), ...quarantined()]
    const stretches = this.#gate({ ...draft, text: draft.text.replaceAll(NOT_FOUND, '') }, this.evidence, forbidden)
    if (!stretches) return []
    const context = { questionTerms: new Set(run.question.terms) }
    const found = attribute(stretches, { evidence: this.#shown, answers: this.answered, context })
    const parts = await Promise.all(found.parts.map((part) => this.#judged(part)))
    if (found.cited.length === 0 && this.cited.length === 0) {
      // A preamble or a refusal is streamed only if an answer follows.
      if (this.#held.length < MOST_HELD) this.#held.push({ gap: draft.gap, parts, uncited: found.uncited })
      return []
    }
    const ready = [...this.#held, { gap: draft.gap, parts, uncited: found.uncited }]
    this.#held = []
    this.cited.push(...found.cited)
    for (const { uncited } of ready) if (uncited) onUncited()
    return ready.flatMap((one) => this.#put(one.gap, one.parts))
  }

  #put(gap: string, parts: readonly AnswerPart[]): string[] {
    const space = /\n\s*\n/.test(gap) ? '\n\n' : gap.includes('\n') ? '\n' : ' '
    const all: AnswerPart[] = this.written === '' ? [...parts] : [{ kind: 'text', text: space }, ...parts]
    this.written += all.map(({ text }) => text).join('')
    return all.map((part) => this.#parts.assembler.push(part)).filter((fragment) => fragment !== '')
  }

  /** @throws the signal's reason when aborted */
  async #judged(part: AnswerPart): Promise<AnswerPart> {
    const { judged, use, signal, degradation } = this.#parts
    if (!judged || part.kind !== 'claim' || !use.ready(false)) return part
    try {
      return await judgeClaim(part, use, signal)
    } catch (error) {
      signal.throwIfAborted()
      use.failed(error)
      degradation.note('judge', reasonOf(error), detailOf(error))
      return part
    }
  }
}
