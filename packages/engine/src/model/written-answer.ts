import type { AnswerAssembler, AnswerPart } from '#cite/assemble.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { wordsIn } from '#language/words-in.ts'
import type { Budget } from '../budget.ts'
import type { Draft } from './draft-parser.ts'
import { withHandles } from './handles.ts'
import { type ByHandle, type CheckParts, SentenceCheck } from './sentence-check.ts'
import { NOT_FOUND, writingRules } from './write-draft.ts'

export interface WrittenParts extends CheckParts {
  assembler: AnswerAssembler
  budget: Budget
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
  evidence: ByHandle
  readonly cited: Evidence[] = []
  readonly answered: boolean
  /** Its text so far. */
  written = ''
  /** The model said that the evidence holds no answer. */
  abstained = false
  readonly #parts: WrittenParts
  readonly #shown: readonly Evidence[]
  readonly #check: SentenceCheck
  #held: { gap: string; parts: AnswerPart[]; uncited: boolean }[] = []
  #drafts = 0
  #sentences = 0
  /** As long as it was to be. */
  #isLong = false

  constructor(parts: WrittenParts, shown: readonly Evidence[], answered: boolean) {
    this.#parts = parts
    this.#shown = shown
    this.answered = answered
    this.evidence = withHandles(
      shown.map((one) => [one]),
      parts.use.models.random,
    )
    const rules = writingRules(parts.budget.sentences)
    this.#check = new SentenceCheck(parts, { evidence: shown, answered, rules })
  }

  /** Whether the model has written enough. */
  get full(): boolean {
    const words = wordsIn(this.written)
    const isLong = this.#isLong || words >= this.#parts.budget.words
    return isLong || this.#drafts >= DRAFTS_A_SENTENCE * this.#parts.budget.sentences || this.abstained
  }

  /** Leaves out the last of the evidence. */
  shrink(): void {
    const kept = this.#shown.slice(0, Math.ceil(SHRUNK * this.evidence.size))
    this.evidence = withHandles(
      kept.map((one) => [one]),
      this.#parts.use.models.random,
    )
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
    const found = await this.#check.check({ ...draft, text: draft.text.replaceAll(NOT_FOUND, '') }, this.evidence)
    if (!found) return []
    const { parts } = found
    const { onUncited } = this.#parts
    if (found.cited.length === 0 && this.cited.length === 0) {
      // A preamble or a refusal is streamed only if an answer follows.
      if (this.#held.length < MOST_HELD) this.#held.push({ gap: draft.gap, parts, uncited: found.uncited })
      return []
    }
    if (this.#exceeds(parts)) {
      this.#isLong = true
      return []
    }
    const ready = [...this.#held, { gap: draft.gap, parts, uncited: found.uncited }]
    this.#held = []
    this.cited.push(...found.cited)
    this.#sentences += ready.length
    for (const { uncited } of ready) if (uncited) onUncited()
    return ready.flatMap((one) => this.#put(one.gap, one.parts))
  }

  /** Whether the answer would be longer with a sentence than the question or the level wants it. Its first one always stands. */
  #exceeds(parts: readonly AnswerPart[]): boolean {
    const { run, budget } = this.#parts
    const { sentences, characters } = run.question.form
    if (this.written === '') return false
    const words = wordsIn(this.written) + parts.reduce((sum, { text }) => sum + wordsIn(text), 0)
    if (words > budget.words) return true
    const length = this.written.length + 1 + parts.reduce((sum, { text }) => sum + text.length, 0)
    return (
      this.#sentences >= (sentences ?? Number.POSITIVE_INFINITY) || length > (characters ?? Number.POSITIVE_INFINITY)
    )
  }

  #put(gap: string, parts: readonly AnswerPart[]): string[] {
    const space = /\n\s*\n/.test(gap) ? '\n\n' : gap.includes('\n') ? '\n' : ' '
    const all: AnswerPart[] = this.written === '' ? [...parts] : [{ kind: 'text', text: space }, ...parts]
    this.written += all.map(({ text }) => text).join('')
    return all.map((part) => this.#parts.assembler.push(part)).filter((fragment) => fragment !== '')
  }
}
