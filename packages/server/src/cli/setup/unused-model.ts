import type { Settings } from '../../config.ts'

/** A line that names what is set of a model where none is used; undefined if there is nothing. */
export function tellUnusedModel({ llm, llmBaseUrl, llmApiKey, llmModel }: Settings): string | undefined {
  if (llm !== 'none') return undefined
  const set = Object.entries({ LLM_MODEL: llmModel, LLM_BASE_URL: llmBaseUrl, LLM_API_KEY: llmApiKey })
  const names = set.flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (names.length === 0) return undefined
  return `no model is used, although ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} set: set LLM to openai-compatible or anthropic`
}
