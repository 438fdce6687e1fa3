import { openLive } from '../src/live.ts'
import type { Live } from '../src/wire-live.ts'
import { UsageError } from './data-set.ts'

/** The model that the service's own variables name, over the corpus alone. Its key is read from `LLM_API_KEY`. */
export async function modelFromEnvironment(variables: NodeJS.ProcessEnv): Promise<Live> {
  const {
    LLM: kind = '',
    LLM_BASE_URL: baseUrl,
    LLM_MODEL: model = '',
    LLM_FAST_MODEL: fastModel,
    LLM_API_KEY: apiKey,
  } = variables
  if (kind !== 'openai-compatible' && kind !== 'anthropic')
    throw new UsageError(`LLM takes openai-compatible or anthropic with --llm, got "${kind}"`)
  if (model === '') throw new UsageError('LLM_MODEL is needed with --llm')
  if (kind === 'openai-compatible' && !baseUrl)
    throw new UsageError('LLM_BASE_URL is needed with LLM=openai-compatible')
  const contextTokens = Number(variables['LLM_CONTEXT_TOKENS'] ?? 16_384)
  if (!Number.isInteger(contextTokens) || contextTokens < 4_096)
    throw new UsageError(
      `LLM_CONTEXT_TOKENS takes a whole number from 4096 on, got "${variables['LLM_CONTEXT_TOKENS']}"`,
    )
  return await openLive({
    model: { kind, baseUrl, model, fastModel, apiKey },
    ...{ search: [{ name: 'corpus' }], pagesFile: ':memory:', userAgent: 'deep-research-evaluate', contextTokens },
    judged: (variables['VERIFY'] ?? 'llm') === 'llm',
  })
}
