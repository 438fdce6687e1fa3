/** Where models are, and which ones to use. */
export interface ModelEndpoint {
  /** Which protocol it speaks. */
  kind: 'openai-compatible' | 'anthropic'
  /** With its version, e.g. `http://127.0.0.1:11434/v1`. Default for Anthropic: its own. */
  baseUrl?: string | undefined
  /** Sent only there. Local servers need none. */
  apiKey?: string | undefined
  /** The smart model. */
  model: string
  /** The fast one. Default: the same. */
  fastModel?: string | undefined
  /** Milliseconds without a sign of life after which a call is given up; twice as long for the first. Default: 30,000. */
  timeoutMs?: number | undefined
}

export const ANTHROPIC_URL = 'https://api.anthropic.com/v1'

/** The base URL without a slash at its end. */
export function baseUrlOf({ kind, baseUrl }: ModelEndpoint): string {
  const url = baseUrl ?? (kind === 'anthropic' ? ANTHROPIC_URL : '')
  return url.replace(/(?<!\/)\/+$/, '')
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
