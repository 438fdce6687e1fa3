import {
  type LiveOptions,
  type ModelEndpoint,
  type ModelTrial,
  type SearchSetting,
  type SemanticEndpoints,
  type SemanticTrial,
  searchSetting,
  tryModels,
  trySemantics,
} from '@deep-research/engine'
import { maskSecrets } from '#kernel/mask.ts'
import type { Settings } from './config.ts'
import { searchVariables } from './search-settings.ts'

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

/** The configured models of meaning. */
export function semanticEndpoints(settings: Settings): SemanticEndpoints {
  const { embeddingsBaseUrl, embeddingsApiKey, embeddingsModel, rerankUrl, rerankApiKey, rerankModel } = settings
  const { embeddingsQueryPrefix: question, embeddingsPassagePrefix: passage } = settings
  return {
    ...(embeddingsBaseUrl !== undefined &&
      embeddingsModel !== undefined && {
        embeddings: {
          url: embeddingsBaseUrl,
          apiKey: embeddingsApiKey,
          model: embeddingsModel,
          prefixes: { question, passage },
        },
      }),
    ...(rerankUrl !== undefined && { rerank: { url: rerankUrl, apiKey: rerankApiKey, model: rerankModel } }),
  }
}

/** Whether research asks nothing of other services. */
export function searchesCorpusAlone(settings: Settings): boolean {
  const { embeddings, rerank } = semanticEndpoints(settings)
  return !usesModelOrWeb(settings) && !embeddings && !rerank
}

function usesModelOrWeb(settings: Settings): boolean {
  return modelEndpoint(settings) !== undefined || settings.search.some((name) => name !== 'corpus')
}

/** What the engine needs for models and the web; undefined if the settings use neither. */
export function liveOptions(settings: Settings, pagesFile: string): LiveOptions | undefined {
  if (!usesModelOrWeb(settings)) return undefined
  return {
    model: modelEndpoint(settings),
    search: searchEndpoints(settings),
    hosts: { allow: settings.webAllowHosts, deny: settings.webDenyHosts },
    pagesAHost: settings.webPagesPerHost,
    pagesFile,
    ...moneyOf(settings),
    judged: settings.verify !== 'lexical',
    contextTokens: settings.llmContextTokens,
    beginsWithoutModel: settings.llmFallback === 'extractive',
    userAgent: settings.userAgent,
  }
}

/** What models charge, and what they may charge for a run. */
function moneyOf({
  llmPrices,
  llmFastPrices = llmPrices,
  llmDollars,
}: Settings): Pick<LiveOptions, 'prices' | 'dollars'> {
  const pricesOf = ([input = 0, output = 0]: readonly number[]) => ({ input, output })
  const [low = 0, medium = 0, high = 0] = llmDollars ?? []
  return {
    prices: llmPrices && llmFastPrices && { smart: pricesOf(llmPrices), fast: pricesOf(llmFastPrices) },
    dollars: llmDollars && { low, medium, high },
  }
}

/** The search providers with what each needs. */
export function searchEndpoints(settings: Settings): SearchSetting[] {
  return settings.search.map((name) => searchSetting(name, (variable) => searchVariables(settings)[variable]))
}

/** On what of the options it depends which calls a run makes, as far as the replies are the same. */
export function describeCourse(options: LiveOptions): string {
  const { model, search, judged, contextTokens, hosts, pagesAHost, prices, dollars } = options
  const searched = search.map(({ name }) => name).join(',')
  const limits = JSON.stringify({ hosts, pagesAHost, ...(dollars && { prices, dollars }) })
  const own = `${model ? 'model' : 'no model'} ${searched} ${judged ? 'judged' : 'not judged'} ${contextTokens ?? 'any'}`
  return `${own} ${limits}`
}

/** Tries the configured models and describes the result of each in one line; no lines without a model. */
export async function describeModels(settings: Settings, signal: AbortSignal): Promise<string[]> {
  const [models, semantics] = await tryAll(settings, signal)
  return [...models.map(describe), ...semantics.map(describeSemantics)]
}

/** The lines about models that do not work. */
export async function modelProblems(settings: Settings, signal: AbortSignal): Promise<string[]> {
  const [models, semantics] = await tryAll(settings, signal)
  const failed = ({ failure }: { failure: unknown }) => failure !== undefined
  return [...models.filter(failed).map(describe), ...semantics.filter(failed).map(describeSemantics)]
}

function tryAll(settings: Settings, signal: AbortSignal): Promise<[ModelTrial[], SemanticTrial[]]> {
  const endpoints = semanticEndpoints(settings)
  const hasSemantics = endpoints.embeddings !== undefined || endpoints.rerank !== undefined
  return Promise.all([tryTheModels(settings, signal), hasSemantics ? trySemantics(endpoints, signal) : []])
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

/** The variables of an endpoint. */
const VARIABLES = {
  embeddings: { url: 'EMBEDDINGS_BASE_URL', key: 'EMBEDDINGS_API_KEY', model: 'EMBEDDINGS_MODEL', does: 'Embeddings' },
  rerank: { url: 'RERANK_URL', key: 'RERANK_API_KEY', model: 'RERANK_MODEL', does: 'Reranker' },
} as const

function describeSemantics({ role, url, model, failure }: SemanticTrial): string {
  const where = maskSecrets(url)
  const variable = VARIABLES[role]
  if (!failure) return `${variable.does}: ${model === undefined ? '' : `${model} at `}${where} answers.`
  switch (failure.reason) {
    case 'key':
      return `${where} rejects ${variable.key}: set a valid key.`
    case 'model':
      return `${where} does not know ${variable.url}, or ${variable.model} ${JSON.stringify(model ?? '')}: check both.`
    case 'unreachable':
      return `${variable.url} is ${where}, which ${failure.message}: start that server, or set another address.`
    default:
      return `${variable.url} ${where} ${failure.message}.`
  }
}
