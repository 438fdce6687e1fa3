import type { ResearchResult } from '#contract/types.ts'

/** The data parts of a message: `UIMessage<unknown, ResearchDataParts>` types `message.parts`. */
export type ResearchDataParts = {
  /** The data of research.completed, with citations, sources and usage. */
  research: ResearchResult
}

type JSONValue = null | string | number | boolean | { [key: string]: JSONValue | undefined } | JSONValue[]

/** Facts about a source or a text part for which the AI SDK has no field. */
type ProviderMetadata = Record<string, Record<string, JSONValue | undefined>>

/** The chunks of the AI SDK's UI message stream for a research; each is a `UIMessageChunk` of `ai`. */
export type ResearchMessageChunk =
  | { type: 'start'; messageId?: string }
  | { type: 'start-step' }
  | { type: 'reasoning-start'; id: string }
  | { type: 'reasoning-delta'; id: string; delta: string }
  | { type: 'reasoning-end'; id: string }
  | {
      type: 'tool-input-available'
      toolCallId: string
      toolName: string
      input: unknown
      dynamic: true
      providerExecuted: true
    }
  | { type: 'tool-output-available'; toolCallId: string; output: unknown; dynamic: true; providerExecuted: true }
  | { type: 'tool-output-error'; toolCallId: string; errorText: string; dynamic: true; providerExecuted: true }
  | { type: 'text-start'; id: string }
  | { type: 'text-delta'; id: string; delta: string }
  | { type: 'text-end'; id: string }
  | { type: 'source-url'; sourceId: string; url: string; title?: string; providerMetadata?: ProviderMetadata }
  | {
      type: 'source-document'
      sourceId: string
      mediaType: string
      title: string
      providerMetadata?: ProviderMetadata
    }
  | { type: 'data-research'; id: string; data: ResearchResult }
  | { type: 'finish-step' }
  | { type: 'finish'; finishReason: 'stop' | 'error' }
  | { type: 'error'; errorText: string }
  | { type: 'abort'; reason?: string }
