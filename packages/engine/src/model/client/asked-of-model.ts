import type { ReasoningEffort } from './endpoint.ts'

/** One request to a model, before it is put in the form of an endpoint. */
export interface Asked {
  kind: 'openai-compatible' | 'anthropic'
  model: string
  instructions: string
  prompt: string
  /** The most tokens of the reply. */
  tokens: number
  /** The JSON Schema of an object that is asked for. */
  schema: object | undefined
  effort: ReasoningEffort | undefined
}

/** How a reply ended. `length`: at its most tokens. `filter`: what it says is not let through. `error`: something broke. */
export type Finish = 'stop' | 'length' | 'filter' | 'error'

/** A piece of a reply, in whatever form it came. */
export interface ReplyPart {
  text?: string
  /** What the model thinks, which is no part of its answer. */
  thought?: string
  /** The words with which it declines. */
  refusal?: string
  finish?: Finish | undefined
  usage?: { input?: number; output?: number; reasoning?: number }
  /** An error in place of a reply, as it came. */
  error?: unknown
}

/** How an endpoint names the end of a reply. */
export function finishOf(named: unknown): Finish | undefined {
  if (typeof named !== 'string' || named === '') return undefined
  if (/length|max_(?:output_)?tokens|context_window/i.test(named)) return 'length'
  if (/filter|safety|refusal|recitation|prohibited|blocklist|spii/i.test(named)) return 'filter'
  return /error|fail|abort/i.test(named) ? 'error' : 'stop'
}
