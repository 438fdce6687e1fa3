import type { LanguageModelUsage } from 'ai'
import { estimateTokens } from '../../budget.ts'
import type { ModelUsage } from '../calls.ts'

/** What the provider says a call took; what it does not say is reckoned from the characters. */
export function usageOf(told: LanguageModelUsage | undefined, sent: number, received: number): ModelUsage {
  const { inputTokens, outputTokens, outputTokenDetails } = told ?? {}
  return {
    input: inputTokens ?? estimateTokens(sent),
    output: outputTokens ?? estimateTokens(received),
    reasoning: outputTokenDetails?.reasoningTokens ?? 0,
  }
}
