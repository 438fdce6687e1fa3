import { type LiveOptions, type ModelEndpoint, type ModelTrial, searchSetting, tryModels } from '@deep-research/engine'
import { maskSecrets } from '#kernel/mask.ts'
import { type Settings, searchVariables } from './config.ts'

/** The configured model; undefined if there is none. */
export function modelEndpoint(settings: Settings): ModelEndpoint | undefined {
  const { llm, llmBaseUrl, llmApiKey, llmModel, llmFastModel, llmTimeoutMs } = settings
  if (llm === 'none' || llmModel === undefined) return undefined
  return {
    kind: llm,
    baseUrl: llmBaseUrl,
    apiKey: llmApiKey,
    model: llmModel,
    fastModel: llmFastModel,
    timeoutMs: llmTimeoutMs,
  }
}

/** Whether research needs no model and no web. */
export function searchesCorpusAlone(settings: Settings): boolean {
  return !modelEndpoint(settings) && settings.search.every((name) => name === 'corpus')
}

/** What the engine needs for models and the web; undefined if the settings use neither. */
export function liveOptions(settings: Settings, pagesFile: string): LiveOptions | undefined {
  if (searchesCorpusAlone(settings)) return undefined
  return {
    model: modelEndpoint(settings),
    search: settings.search.map((name) => searchSetting(name, (variable) => searchVariables(settings)[variable])),
    pagesFile,
    judged: settings.verify === 'llm',
    contextTokens: settings.llmContextTokens,
    beginsWithoutModel: settings.llmFallback === 'extractive',
    userAgent: settings.userAgent,
  }
}

/** On what of the options it depends which calls a run makes, as far as the replies are the same. */
export function describeCourse({ model, search, judged, contextTokens }: LiveOptions): string {
  const searched = search.map(({ name }) => name).join(',')
  return `${model ? 'model' : 'no model'} ${searched} ${judged ? 'judged' : 'not judged'} ${contextTokens ?? 'any'}`
}

/** Tries the configured models and describes the result of each in one line; no lines without a model. */
export async function describeModels(settings: Settings, signal: AbortSignal): Promise<string[]> {
  return (await tryTheModels(settings, signal)).map(describe)
}

/** The lines about models that do not work. */
export async function modelProblems(settings: Settings, signal: AbortSignal): Promise<string[]> {
  const trials = await tryTheModels(settings, signal)
  return trials.filter(({ failure }) => failure !== undefined).map(describe)
}

async function tryTheModels(settings: Settings, signal: AbortSignal): Promise<ModelTrial[]> {
  const endpoint = modelEndpoint(settings)
  return endpoint ? await tryModels(endpoint, signal) : []
}

function describe({ role, model, baseUrl, failure }: ModelTrial): string {
  const where = maskSecrets(baseUrl)
  const variable = role === 'fast' ? 'LLM_FAST_MODEL' : 'LLM_MODEL'
  if (!failure) return `Model: ${model} at ${where} answers.`
  switch (failure.reason) {
    case 'key':
      return `${where} rejects LLM_API_KEY: set a valid key.`
    case 'model':
      return `${variable} is ${JSON.stringify(model)}, which ${where} does not offer: set it to one of its models.`
    case 'unreachable':
      return `LLM_BASE_URL is ${where}, which ${failure.message}: start that server, or set another address.`
    case 'timeout':
      return `${variable} ${JSON.stringify(model)} at ${where} ${failure.message}: it may still be loading.`
    case 'quota':
      return `${where} accepts no more calls for now (${failure.message}): wait, or check the quota of LLM_API_KEY.`
    default:
      return `${variable} ${JSON.stringify(model)} at ${where} ${failure.message}.`
  }
}
