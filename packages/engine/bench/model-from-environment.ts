import { openLive } from '../src/live.ts'
import type { Live } from '../src/wire-live.ts'
import { UsageError } from './data-set.ts'

const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const

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
  const contextTokens = numberIn(variables, 'LLM_CONTEXT_TOKENS', 4_096) ?? 16_384
  const effort = EFFORTS.find((each) => each === variables['LLM_REASONING_EFFORT'])
  if (effort === undefined && variables['LLM_REASONING_EFFORT'])
    throw new UsageError(`LLM_REASONING_EFFORT takes one of ${EFFORTS.join(', ')}`)
  const shared = {
    effort,
    contextTokens,
    maxOutputTokens: numberIn(variables, 'LLM_MAX_OUTPUT_TOKENS', 256),
    concurrency: numberIn(variables, 'LLM_CONCURRENCY', 1),
    timeoutMs: numberIn(variables, 'LLM_TIMEOUT_MS', 1),
  }
  return await openLive({
    model: { ...shared, kind, baseUrl, model, fastModel, apiKey },
    ...{ search: [{ name: 'corpus' }], pagesFile: ':memory:', userAgent: 'deep-research-evaluate', contextTokens },
    judged: (variables['VERIFY'] ?? 'llm') === 'llm',
  })
}

function numberIn(variables: NodeJS.ProcessEnv, name: string, least: number): number | undefined {
  const { [name]: given } = variables
  if (!given) return undefined
  const value = Number(given)
  if (Number.isInteger(value) && value >= least) return value
  throw new UsageError(`${name} takes a whole number from ${least} on, got "${given}"`)
}
