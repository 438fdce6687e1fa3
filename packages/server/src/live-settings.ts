import {
  type LiveOptions,
  type ModelEndpoint,
  type ModelTrial,
  type ReaderSetting,
  type SearchProvider,
  type SearchSetting,
  type SemanticEndpoints,
  type SemanticTrial,
  searchSetting,
  tryModels,
  trySemantics,
} from '@deep-research/engine'
import { levelLimits } from '#kernel/level-limits.ts'
import { maskSecrets } from '#kernel/mask.ts'
import type { McpProvider } from '#mcp/provider.ts'
import { readMcpSources } from '#mcp/sources.ts'
import type { Settings } from './config.ts'
import { isMcpName, mcpServerOf, searchVariables } from './search-settings.ts'

/** The configured model; undefined if there is none. */
export function modelEndpoint(settings: Settings): ModelEndpoint | undefined {
  const { llm, llmBaseUrl, llmApiKey, llmModel, llmFastModel, llmFast, llmFastBaseUrl, llmFastApiKey } = settings
  if (llm === 'none' || llmModel === undefined) return undefined
  const shared = {
    effort: settings.llmReasoningEffort,
    maxOutputTokens: settings.llmMaxOutputTokens,
    contextTokens: settings.llmContextTokens,
    concurrency: settings.llmConcurrency,
    timeoutMs: settings.llmTimeoutMs,
  }
  const smart = { ...shared, kind: llm, baseUrl: llmBaseUrl, apiKey: llmApiKey, model: llmModel }
  const hasOwn = llmFastModel !== undefined && (llmFast !== undefined || llmFastBaseUrl !== undefined)
  if (!hasOwn) return { ...smart, fastModel: llmFastModel }
  // The key of one endpoint is never sent to the other.
  const own = { kind: llmFast ?? llm, baseUrl: llmFastBaseUrl, apiKey: llmFastApiKey, model: llmFastModel }
  return { ...smart, fast: { ...shared, ...own } }
}

/**
 * Tokens that the engine expects of a reply. What LLM_MAX_OUTPUT_TOKENS has beyond that is room to think, and leaves
 * less for a prompt.
 */
const TOKENS_OF_A_REPLY = 2_000

/** Tokens that a prompt and its reply may have together, when room to think is set aside. */
function promptTokens({ llmContextTokens, llmMaxOutputTokens = 0 }: Settings): number {
  return llmContextTokens - Math.max(0, llmMaxOutputTokens - TOKENS_OF_A_REPLY)
}

/** The configured embeddings and reranker. */
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

/**
 * What the engine needs for models and the web; undefined if the settings use neither. `servers` are those of the Model
 * Context Protocol that are searched.
 */
export function liveOptions(
  settings: Settings,
  pagesFile: string,
  servers: readonly SearchProvider[] = [],
): LiveOptions | undefined {
  if (!usesModelOrWeb(settings)) return undefined
  return {
    model: modelEndpoint(settings),
    search: searchEndpoints(settings, servers),
    pageReader: pageReaderOf(settings),
    hosts: { allow: settings.webAllowHosts, deny: settings.webDenyHosts },
    pagesAHost: settings.webPagesPerHost,
    pagesFile,
    ...moneyOf(settings),
    judged: settings.verify !== 'lexical',
    contextTokens: promptTokens(settings),
    time: levelLimits(settings.researchMinutes),
    beginsWithoutModel: settings.llmFallback === 'extractive',
    userAgent: settings.userAgent,
  }
}

/** What opens pages in a browser; undefined if nothing does. */
export function pageReaderOf({ pageReader, pageReaderUrl, pageReaderKey }: Settings): ReaderSetting | undefined {
  return pageReader === undefined ? undefined : { reader: pageReader, baseUrl: pageReaderUrl, apiKey: pageReaderKey }
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
export function searchEndpoints(
  settings: Settings,
  servers: readonly SearchProvider[],
): (SearchSetting | SearchProvider)[] {
  return settings.search.flatMap<SearchSetting | SearchProvider>((name) =>
    isMcpName(name)
      ? servers.filter((server) => server.name === name)
      : searchSetting(name, (variable) => searchVariables(settings)[variable]),
  )
}

/** Opens the servers of the Model Context Protocol that are searched. Nothing is started or asked yet. */
export async function openMcpServers(settings: Settings): Promise<McpProvider[]> {
  const { search, mcpSources } = settings
  const names = search.flatMap((name) => mcpServerOf(name) ?? [])
  if (names.length === 0 || mcpSources === undefined) return []
  const { createMcpProvider } = await import('#mcp/provider.ts')
  const sources = Object.entries(readMcpSources(mcpSources))
  return sources.filter(([name]) => names.includes(name)).map(([name, source]) => createMcpProvider(name, source))
}

/** Starts or reaches each server, and tells in a line which tools are used, or what is wrong. */
export async function tryMcpServers(servers: readonly McpProvider[], signal: AbortSignal): Promise<string[]> {
  return await Promise.all(
    servers.map(async ({ name, tools }) => {
      try {
        const { search, fetch } = await tools(signal)
        return `${name} searches with ${search.name}${fetch ? `, and reads with ${fetch.name}` : ''}.`
      } catch (error) {
        return `${name} ${error instanceof Error ? error.message : String(error)}. Look at it in MCP_SOURCES.`
      }
    }),
  )
}

/**
 * The options that decide which calls a run makes, as one text: two runs with the same text and the same replies make
 * the same calls.
 */
export function describeCourse(options: LiveOptions): string {
  const { model, search, judged, contextTokens, hosts, pagesAHost, prices, dollars, time, pageReader } = options
  const searched = search.map(({ name }) => name).join(',')
  const reader = pageReader?.reader
  const limits = JSON.stringify({ hosts, pagesAHost, time, reader, ...(dollars && { prices, dollars }) })
  const own = `${model ? 'model' : 'no model'} ${searched} ${judged ? 'judged' : 'not judged'} ${contextTokens ?? 'any'}`
  return `${own} ${limits}`
}

/** What trying the configured models shows, a line for each; none without a model. */
export interface TriedModels {
  /** Of models that answer. */
  sound: string[]
  /** Of those that do not. */
  problems: string[]
}

/** Tries the configured models. */
export async function tryConfigured(settings: Settings, signal: AbortSignal): Promise<TriedModels> {
  const [models, semantics] = await tryAll(settings, signal)
  const lines = [
    ...models.map((trial) => ({ line: describe(trial), failure: trial.failure })),
    ...semantics.map((trial) => ({ line: describeSemantics(trial), failure: trial.failure })),
  ]
  const those = (failed: boolean) =>
    lines.flatMap(({ line, failure }) => ((failure !== undefined) === failed ? [line] : []))
  return { sound: those(false), problems: those(true) }
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

function describe({ role, isOwn, model, baseUrl, learnt, failure }: ModelTrial): string {
  const where = maskSecrets(baseUrl)
  const prefix = isOwn ? 'LLM_FAST' : 'LLM'
  const variable = role === 'fast' ? 'LLM_FAST_MODEL' : 'LLM_MODEL'
  const name = `${variable} ${JSON.stringify(model)} at ${where}`
  if (!failure) return `Model: ${model} at ${where} answers.${learnt.map((each) => ` Of note: ${each}.`).join('')}`
  switch (failure.reason) {
    case 'key':
      return `${where} rejects ${prefix}_API_KEY: set a valid key${told(failure)}.`
    case 'money':
      return `The account of ${prefix}_API_KEY at ${where} is empty: pay in, or set another key${told(failure)}.`
    case 'model': {
      // Where the endpoint does not name the model, it may have found nothing at that address at all.
      const orAddress = failure.message.includes(model)
        ? ''
        : `, or ${prefix}_BASE_URL to the address that its provider documents, mostly one that ends in /v1`
      return `${variable} is ${JSON.stringify(model)}, which ${where} does not offer: set it to one of its models${orAddress}${told(failure)}.`
    }
    case 'unreachable':
      return `${prefix}_BASE_URL is ${where}, which ${failure.message}: start that server, or set another address.`
    case 'timeout':
      return `${name} ${failure.message}: it may still be loading.`
    case 'length':
      return `${name} ${failure.message}: set LLM_REASONING_EFFORT to none or low, or LLM_MAX_OUTPUT_TOKENS and LLM_CONTEXT_TOKENS to more.`
    case 'quota':
      return `${where} accepts no more calls for now (${failure.message}): wait, or check the quota of ${prefix}_API_KEY.`
    default:
      return `${name} ${failure.message}.`
  }
}

/** What the endpoint said, in brackets; '' for nothing. */
function told({ message }: { message: string }): string {
  const from = message.indexOf('“')
  return from === -1 ? '' : ` (it said: ${message.slice(from)})`
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
