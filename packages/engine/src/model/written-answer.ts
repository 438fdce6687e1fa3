import type { AnswerAssembler, AnswerPart } from '#cite/assemble.ts'
import { type Attribution, attribute } from '#cite/attribute.ts'
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
import { rewrite } from './rewrite.ts'
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
  /** Told of every sentence that states something without a citation. */
  onUncited: () => void
}

/** Sentences that a model may write, for each that was asked for. */
const DRAFTS_A_SENTENCE = 2
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
    return this.#drafts >= DRAFTS_A_SENTENCE * this.#parts.budget.sentences || this.abstained
  }

  /** Leaves out the last of the evidence. */
  shrink(): void {
    const kept = this.#shown.slice(0, Math.ceil(SHRUNK * this.evidence.size))
    this.evidence = withHandles(kept, this.#parts.use.models.random)
  }

  /** Drops what is held back: it was no part of the answer. */
  forget(): void {
    this.#held = []
  }

  /** Gives the fragments that a draft adds to the answer. */
  async take(draft: Draft): Promise<string[]> {
    if (this.cited.length === 0 && draft.text.startsWith(NOT_FOUND)) this.abstained = true
    if (this.full) return []
    this.#drafts += 1
    const first = this.#attributed({ ...draft, text: draft.text.replaceAll(NOT_FOUND, '') })
    if (!first) return []
    const found = isBorneOut(first) ? first : ((await this.#rewritten(draft, first)) ?? first)
    const parts = await Promise.all(found.parts.map((part) => this.#judged(part)))
    const { onUncited } = this.#parts
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

  #attributed(draft: Draft): Attribution | undefined {
    const { run, budget } = this.#parts
    const stretches = this.#gate(draft, this.evidence, writingRules(budget.sentences))
    const context = { questionTerms: new Set(run.question.terms) }
    return stretches && attribute(stretches, { evidence: this.#shown, answers: this.answered, context })
  }

  /**
   * The sentence written once more beside what it cites, where its claims are borne out then.
   * @throws the signal's reason when aborted
   */
  async #rewritten(draft: Draft, { cited }: Attribution): Promise<Attribution | undefined> {
    const { use, signal } = this.#parts
    const sources = new Map([...this.evidence].filter(([, evidence]) => cited.includes(evidence)))
    if (sources.size === 0 || !use.ready('fast', false)) return undefined
    try {
      const better = await rewrite(draft, sources, use, signal)
      const found = better && this.#attributed(better)
      return found && isBorneOut(found) ? found : undefined
    } catch (error) {
      this.#failed('rewrite', error)
      return undefined
    }
  }

  #failed(step: 'judge' | 'rewrite', error: unknown): void {
    const { use, signal, degradation } = this.#parts
    signal.throwIfAborted()
    use.failed('fast', error)
    degradation.note(step, reasonOf(error), detailOf(error))
  }

  #put(gap: string, parts: readonly AnswerPart[]): string[] {
    const space = /\n\s*\n/.test(gap) ? '\n\n' : gap.includes('\n') ? '\n' : ' '
    const all: AnswerPart[] = this.written === '' ? [...parts] : [{ kind: 'text', text: space }, ...parts]
    this.written += all.map(({ text }) => text).join('')
    return all.map((part) => this.#parts.assembler.push(part)).filter((fragment) => fragment !== '')
  }

  /** @throws the signal's reason when aborted */
  async #judged(part: AnswerPart): Promise<AnswerPart> {
    const { judged, use, signal } = this.#parts
    if (!judged || part.kind !== 'claim' || !use.ready('fast', false)) return part
    try {
      return await judgeClaim(part, use, signal)
    } catch (error) {
      this.#failed('judge', error)
      return part
    }
  }
}

/** Whether a sentence is cited, and every claim of it is verified. */
function isBorneOut({ parts, cited, uncited }: Attribution): boolean {
  const claims = parts.flatMap((part) => (part.kind === 'claim' ? [part.verification?.status] : []))
  return cited.length > 0 && !uncited && claims.every((status) => status === 'verified')
}
