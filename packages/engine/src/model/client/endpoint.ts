/** How much a model is to think before it answers. */
export type ReasoningEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh'

/** Where a model is, and how it is asked. */
export interface OneModel {
  /** Which protocol it speaks. */
  kind: 'openai-compatible' | 'anthropic'
  /** With its version, e.g. `http://127.0.0.1:11434/v1`; a query stays, as Azure's `?api-version=`. Default for Anthropic: its own. */
  baseUrl?: string | undefined
  /** Sent only there. Local servers need none. */
  apiKey?: string | undefined
  /** The name of the model at its endpoint. */
  model: string
  /** How much it thinks. Default: what is usual for it. */
  effort?: ReasoningEffort | undefined
  /** Tokens of a reply, thoughts and all. Default: what a call needs, and more for a model that was seen to think. */
  maxOutputTokens?: number | undefined
  /** Tokens that it takes in and gives out together. Default: 16,384. */
  contextTokens?: number | undefined
  /** Calls that are under way at once. Default: 8. */
  concurrency?: number | undefined
  /** Milliseconds without a sign of life after which a call is given up; twice as long for the first, and longer for a long prompt. Default: 30,000. */
  timeoutMs?: number | undefined
}

/** Where models are, and which ones to use. `model` is the smart one, which writes. */
export interface ModelEndpoint extends OneModel {
  /** The fast one, at the same endpoint. Default: the smart one. */
  fastModel?: string | undefined
  /** The fast one, at an endpoint of its own. */
  fast?: OneModel | undefined
}

/** A reply that is longer than this has a bound of its own. */
export const CONTEXT_TOKENS = 16_384

const ANTHROPIC_URL = 'https://api.anthropic.com/v1'

/** The models by what they are for; the fast one is often the smart one itself. */
export function byRole({ fast, fastModel, ...smart }: ModelEndpoint): { smart: OneModel; fast: OneModel } {
  return {
    smart,
    fast: fast ?? (fastModel === undefined || fastModel === smart.model ? smart : { ...smart, model: fastModel }),
  }
}

/** The base URL, without a slash at its end. */
export function baseUrlOf({ kind, baseUrl }: Pick<OneModel, 'kind' | 'baseUrl'>): string {
  return (baseUrl ?? (kind === 'anthropic' ? ANTHROPIC_URL : '')).replace(/(?<!\/)\/+$/, '')
}

/** An address below a base URL, whose query stays. */
export function below(baseUrl: string, path: string): URL {
  const url = new URL(baseUrl)
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/${path}`
  return url
}

/** What carries the key. Azure takes one in a header of its own; in the usual one it expects a token. */
export function keyHeaders({ kind, apiKey }: Pick<OneModel, 'kind' | 'apiKey'>, url: URL): Record<string, string> {
  if (kind === 'anthropic')
    return { 'anthropic-version': '2023-06-01', ...(apiKey !== undefined && { 'x-api-key': apiKey }) }
  if (apiKey === undefined) return {}
  const isAzure = url.searchParams.has('api-version') || url.hostname.endsWith('.azure.com')
  return isAzure ? { 'api-key': apiKey } : { authorization: `Bearer ${apiKey}` }
}

const LOCAL =
  /^(?:localhost|[^.:]+|127\..+|10\..+|192\.168\..+|172\.(?:1[6-9]|2\d|3[01])\..+|\[(?:::1|f[cd].+|fe80.+)\]|.+\.(?:local|internal|lan))$/

/** Whether a server is on this machine or near it: such a one often works on one call at a time. */
export function isLocal(url: URL): boolean {
  return LOCAL.test(url.hostname)
}

/** Where vectors or scores of texts are made. */
export interface SemanticEndpoint {
  /** For vectors the base URL with its version, e.g. `http://127.0.0.1:11434/v1`; for scores that of the requests itself. */
  url: string
  /** Sent only there. Local servers need none. */
  apiKey?: string | undefined
  /** Servers of one model need no name. */
  model?: string | undefined
  /** Milliseconds without a response after which a call is given up. Default: 30,000. */
  timeoutMs?: number | undefined
  /** Milliseconds before the first retry of a call. Default: 500. */
  pauseMs?: number | undefined
}

/** Where vectors are made. */
export interface EmbeddingsEndpoint extends SemanticEndpoint {
  model: string
  /** What the model wants before a question and before a passage, such as `query: ` and `passage: `. Default: nothing. */
  prefixes?: { question: string; passage: string } | undefined
}
