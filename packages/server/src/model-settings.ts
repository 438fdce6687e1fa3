import type { ReasoningEffort } from '@deep-research/engine'
import { REASONING_LEVELS } from '@deep-research/sdk/contract'
import {
  choice,
  choiceOrNone,
  count,
  dollars,
  duration,
  key,
  name,
  optional,
  type Reader,
  webAddress,
  wholeNumber,
} from './setting-readers.ts'

/** The settings of the model that plans and writes. Durations are milliseconds. */
export interface ModelSettings {
  /** Which protocol the model's endpoint speaks; `none` for no model. */
  llm: 'none' | 'openai-compatible' | 'anthropic'
  /** Where the endpoint is. */
  llmBaseUrl: string | undefined
  /** The key of the endpoint. */
  llmApiKey: string | undefined
  /** The model that writes. */
  llmModel: string | undefined
  /** The model that plans and reflects; undefined means the one that writes. */
  llmFastModel: string | undefined
  /** The protocol of the fast model's own endpoint; undefined means the same as `llm`. */
  llmFast: 'openai-compatible' | 'anthropic' | undefined
  /** Where the fast model has an endpoint of its own. */
  llmFastBaseUrl: string | undefined
  /** The key of the fast model's own endpoint. */
  llmFastApiKey: string | undefined
  /** How long a model may stay silent; twice as long before its first output, and longer for a long prompt. */
  llmTimeoutMs: number
  /** How many calls an endpoint gets at once. */
  llmConcurrency: number
  /** Tokens of a reply, thoughts and all; undefined means what each call needs. */
  llmMaxOutputTokens: number | undefined
  /** How much a model is to think; undefined means what is usual for it. */
  llmReasoningEffort: ReasoningEffort | undefined
  /** The size of the model's context in tokens, input and output together. */
  llmContextTokens: number
  /** Dollars that the model which writes charges for a million tokens, in and out. */
  llmPrices: readonly number[] | undefined
  /** The same of the model that plans and reflects; undefined means as much as the one that writes. */
  llmFastPrices: readonly number[] | undefined
  /** Dollars that models may charge for research at low, medium and high; undefined sets no limit. */
  llmDollars: readonly number[] | undefined
  /** What happens if the model cannot be reached before research begins. */
  llmFallback: 'none' | 'extractive'
  /** How claims that are not verbatim are checked; undefined means by a model (`llm`) where one is set. */
  verify: 'lexical' | 'llm' | undefined
}

export const MODEL_SETTINGS: { [Key in keyof ModelSettings]: Reader<ModelSettings[Key]> } = {
  llm: choice('LLM', ['none', 'openai-compatible', 'anthropic']),
  llmBaseUrl: webAddress('LLM_BASE_URL'),
  llmApiKey: key('LLM_API_KEY'),
  llmModel: name('LLM_MODEL'),
  llmFastModel: name('LLM_FAST_MODEL'),
  llmFast: choiceOrNone('LLM_FAST', ['openai-compatible', 'anthropic'], 'the same as LLM is the default'),
  llmFastBaseUrl: webAddress('LLM_FAST_BASE_URL'),
  llmFastApiKey: key('LLM_FAST_API_KEY'),
  llmTimeoutMs: duration('LLM_TIMEOUT_MS', '30000'),
  llmConcurrency: count('LLM_CONCURRENCY', '8', { of: 'calls', min: 1, max: 1_000 }),
  llmMaxOutputTokens: {
    name: 'LLM_MAX_OUTPUT_TOKENS',
    fallback: '',
    takes: 'a number of tokens from 256 to 1000000, at most half of LLM_CONTEXT_TOKENS',
    read: optional(wholeNumber(256, 1_000_000)),
  },
  llmReasoningEffort: choiceOrNone(
    'LLM_REASONING_EFFORT',
    ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
    'what is usual for the model is the default',
  ),
  llmContextTokens: count('LLM_CONTEXT_TOKENS', '16384', { of: 'tokens', min: 4_096, max: 2_000_000 }),
  llmPrices: dollars('LLM_PRICES', ['a million tokens in', 'a million out'], '3,15'),
  llmFastPrices: dollars('LLM_FAST_PRICES', ['a million tokens in', 'a million out'], '0.25,1.25'),
  llmDollars: dollars('LLM_DOLLARS', Object.keys(REASONING_LEVELS), '0.05,0.25,1'),
  llmFallback: choice('LLM_FALLBACK', ['none', 'extractive']),
  verify: choiceOrNone('VERIFY', ['lexical', 'llm'], 'llm is the default where a model is set'),
}
