import type { Spending } from '../budget.ts'
import type { Models, ModelUsage } from './calls.ts'
import { ModelFailure } from './failure.ts'

/** The models as one run uses them: within its budget, and not again and again in vain. */
export interface ModelUse {
  readonly models: Models
  /** Whether another call is worth it, and paid for. */
  ready(looking: boolean): boolean
  /** Counts a call of a kind. */
  onUsage: (kind: 'thinking' | 'answer') => (usage: ModelUsage) => void
  failed(error: unknown): void
  tokens(): { thinking: number; answer: number; total: number }
}

const STRIKES = 2
/** Reasons that no further call of this run will mend. */
const FINAL = new Set(['unreachable', 'key', 'model'])

export function createModelUse(models: Models, spending: Spending): ModelUse {
  const tokens = { thinking: 0, answer: 0, total: 0 }
  let strikes = 0
  return {
    models,
    ready: (looking) => strikes < STRIKES && spending.reached(looking) === undefined,
    onUsage:
      (kind) =>
      ({ input, output, reasoning }) => {
        spending.spend('calls', 1)
        spending.spend('tokens', input + output)
        tokens.total += input + output
        tokens.thinking += kind === 'thinking' ? output : reasoning
        tokens.answer += kind === 'thinking' ? 0 : Math.max(0, output - reasoning)
      },
    failed(error) {
      strikes += error instanceof ModelFailure && FINAL.has(error.reason) ? STRIKES : 1
    },
    tokens: () => tokens,
  }
}
