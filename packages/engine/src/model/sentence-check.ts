import type { AnswerPart } from '#cite/assemble.ts'
import { type Attribution, attribute } from '#cite/attribute.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Run } from '#evidence/run.ts'
import type { Degradation } from '../degradation.ts'
import type { Draft } from './draft-parser.ts'
import { detailOf, reasonOf } from './failure.ts'
import { createGate, type Gate } from './gate.ts'
import { judgeClaim } from './judge-claim.ts'
import type { ModelUse } from './model-use.ts'
import { rewrite } from './rewrite.ts'
import { breaksOff, withOneStop } from './whole-sentence.ts'

export interface CheckParts {
  run: Run
  use: ModelUse
  degradation: Degradation
  signal: AbortSignal
  /** Whether claims that are not word for word are judged by a model. */
  judged: boolean
}

export interface Shown {
  /** What the writer was shown. */
  evidence: readonly Evidence[]
  /** Whether the collection speaks of the question at all. */
  answered: boolean
  /** What the writer was told to do, which is not to be repeated. */
  rules: readonly string[]
}

/** A sentence as it may be said, and what became of it. */
export interface CheckedSentence extends Attribution {
  /** White space before it. */
  gap: string
  /** It is cited, and every claim of it is verified. */
  borneOut: boolean
}

/** Checks what a model writes, sentence by sentence; one that its sources do not bear out is written once more. */
export class SentenceCheck {
  readonly #parts: CheckParts
  readonly #shown: Shown
  readonly #gate: Gate

  constructor(parts: CheckParts, shown: Shown) {
    this.#parts = parts
    this.#shown = shown
    this.#gate = createGate(parts.run.question.text, new Set(shown.evidence.map(({ document }) => document)))
  }

  /**
   * Undefined for what may not be said. `byHandle`: what the handles of the draft mean; `onRewriting`: called once it is
   * asked to be written once more.
   * @throws the signal's reason when aborted
   */
  async check(
    written: Draft,
    byHandle: ReadonlyMap<string, Evidence>,
    onRewriting?: () => void,
  ): Promise<CheckedSentence | undefined> {
    const draft = withOneStop(written)
    const first = this.#attributed(draft, byHandle)
    if (!first) return undefined
    const isWhole = (of: Attribution) => !breaksOff(of.parts.map(({ text }) => text).join(''))
    const { gap } = draft
    const judged = isWhole(first) && first.parts.every(mayBeBorneOut) ? await this.#judgedAll(first) : first
    if (isBorneOut(judged) && isWhole(judged)) return { ...judged, gap, borneOut: true }
    const better = await this.#rewritten(draft, first, byHandle, onRewriting)
    const found = better ? await this.#judgedAll(better) : judged
    return isWhole(found) ? { ...found, gap, borneOut: isBorneOut(found) } : undefined
  }

  async #judgedAll(found: Attribution): Promise<Attribution> {
    return { ...found, parts: await Promise.all(found.parts.map((part) => this.#judged(part))) }
  }

  #attributed(draft: Draft, byHandle: ReadonlyMap<string, Evidence>): Attribution | undefined {
    const { evidence, answered, rules } = this.#shown
    const stretches = this.#gate(draft, byHandle, rules)
    const context = { questionTerms: new Set(this.#parts.run.question.terms) }
    return stretches && attribute(stretches, { evidence, answers: answered, context })
  }

  /** The sentence written once more beside what it cites, where its claims are borne out then. */
  async #rewritten(
    draft: Draft,
    { cited }: Attribution,
    byHandle: ReadonlyMap<string, Evidence>,
    onSent: (() => void) | undefined,
  ) {
    const { use, signal } = this.#parts
    const sources = new Map([...byHandle].filter(([, evidence]) => cited.includes(evidence)))
    if (sources.size === 0 || !use.ready('fast', false)) return undefined
    try {
      const better = await rewrite(draft, sources, use, signal, onSent)
      const found = better && this.#attributed(better, byHandle)
      return found && isBorneOut(found) ? found : undefined
    } catch (error) {
      this.#failed('rewrite', error)
      return undefined
    }
  }

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

  #failed(step: 'judge' | 'rewrite', error: unknown): void {
    const { use, signal, degradation } = this.#parts
    signal.throwIfAborted()
    use.failed('fast', error)
    degradation.note(step, reasonOf(error), detailOf(error))
  }
}

/** Whether a judge may find it borne out: a number or a name that its source does not hold is not found by reading it again. */
function mayBeBorneOut(part: AnswerPart): boolean {
  if (part.kind !== 'claim' || !part.verification) return true
  const { numbers, entities } = part.verification.checks
  return numbers && entities
}

function isBorneOut({ parts, cited, uncited }: Attribution): boolean {
  const claims = parts.flatMap((part) => (part.kind === 'claim' ? [part.verification?.status] : []))
  return cited.length > 0 && !uncited && claims.every((status) => status === 'verified')
}
