import type { Prices, Spending } from '../budget.ts'
import type { ModelRole, Models, ModelUsage, StructuredCall } from './calls.ts'
import { type DataLine, dataBlock } from './data-block.ts'
import { ModelFailure, type ModelFailureReason } from './failure.ts'

/** A question to the fast model about some data, answered with one small JSON object. */
export interface SmallQuestion<Value> extends Pick<StructuredCall<Value>, 'instructions' | 'example' | 'schema'> {
  data: readonly DataLine[]
}

/** Failures of a role after which a run does without it. */
const STRIKES = 2
/** Reasons that no further call of this run will mend: of either role, or of the role whose model is not there. */
const ENDPOINT_GONE: ReadonlySet<ModelFailureReason> = new Set(['unreachable', 'key', 'money'])
const MODEL_GONE: ModelFailureReason = 'model'
/** Tokens for models that think before they write; a small object takes hardly any beside. */
export const THINKING_TOKENS = 2_000

/** What the models charge; nothing is known of one without prices. */
export type PricesByRole = { readonly [Role in ModelRole]?: Prices | undefined }

/** What a kind of call is made with: small questions go to the fast model, and the smart one writes. */
const ROLES = { thinking: 'fast', answer: 'smart' } as const

/** Limits how one run uses the models: it stays within the budget and does not repeat calls that keep failing. */
export class ModelUse {
  readonly models: Models
  /** Tokens that came and went. */
  readonly tokens = { thinking: 0, answer: 0, total: 0 }
  readonly #spending: Spending
  readonly #prices: PricesByRole
  readonly #strikes: Record<ModelRole, number> = { smart: 0, fast: 0 }

  constructor(models: Models, spending: Spending, prices: PricesByRole = {}) {
    this.models = models
    this.#spending = spending
    this.#prices = prices
  }

  /** Whether another call of a role is worth it, and paid for. */
  ready(role: ModelRole, looking: boolean): boolean {
    return this.#strikes[role] < STRIKES && this.#spending.reached(looking) === undefined
  }

  /** @throws {ModelFailure}; the signal's reason when aborted */
  async ask<Value>({ data, ...question }: SmallQuestion<Value>, signal: AbortSignal): Promise<Value> {
    signal.throwIfAborted()
    const [prompt, onUsage] = [dataBlock(data), this.onUsage('thinking')]
    return await this.models.ask({
      ...{ ...question, role: 'fast', prompt, maxOutputTokens: THINKING_TOKENS },
      ...{ signal, onUsage },
    })
  }

  /** Counts a call of a kind. */
  onUsage(kind: 'thinking' | 'answer'): (usage: ModelUsage) => void {
    return ({ input, output, reasoning }) => {
      this.#spending.spend('calls', 1)
      this.#spending.spend('tokens', input + output)
      this.#spending.spend('dollars', this.#costOf(ROLES[kind], input, output))
      this.tokens.total += input + output
      this.tokens.thinking += kind === 'thinking' ? output : reasoning
      this.tokens.answer += kind === 'thinking' ? 0 : Math.max(0, output - reasoning)
    }
  }

  #costOf(role: ModelRole, input: number, output: number): number {
    const { [role]: prices = { input: 0, output: 0 } } = this.#prices
    return (input * prices.input + output * prices.output) / 1_000_000
  }

  /** Counts a failed call of a role: a planner that talks nonsense does not silence the writer. */
  failed(role: ModelRole, error: unknown): void {
    const reason = error instanceof ModelFailure ? error.reason : undefined
    const gone = reason !== undefined && ENDPOINT_GONE.has(reason)
    for (const each of gone ? (['smart', 'fast'] as const) : [role]) {
      this.#strikes[each] += gone || reason === MODEL_GONE ? STRIKES : 1
    }
  }
}
