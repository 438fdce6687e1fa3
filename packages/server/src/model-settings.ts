import { choice, choiceOrNone, count, duration, key, name, type Reader, webAddress } from './setting-readers.ts'

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
  /** How long a model may stay silent; twice as long before its first output. */
  llmTimeoutMs: number
  /** The size of the model's context in tokens, input and output together. */
  llmContextTokens: number
  /** What happens if the model cannot be reached before research begins. */
  llmFallback: 'none' | 'extractive'
  /** Who checks claims that are not verbatim; undefined means llm where a model is set. */
  verify: 'lexical' | 'llm' | undefined
}

export const MODEL_SETTINGS: { [Key in keyof ModelSettings]: Reader<ModelSettings[Key]> } = {
  llm: choice('LLM', ['none', 'openai-compatible', 'anthropic']),
  llmBaseUrl: webAddress('LLM_BASE_URL'),
  llmApiKey: key('LLM_API_KEY'),
  llmModel: name('LLM_MODEL'),
  llmFastModel: name('LLM_FAST_MODEL'),
  llmTimeoutMs: duration('LLM_TIMEOUT_MS', '30000'),
  llmContextTokens: count('LLM_CONTEXT_TOKENS', '16384', { of: 'tokens', min: 4_096, max: 2_000_000 }),
  llmFallback: choice('LLM_FALLBACK', ['none', 'extractive']),
  verify: choiceOrNone('VERIFY', ['lexical', 'llm'], 'llm is the default where a model is set'),
}
