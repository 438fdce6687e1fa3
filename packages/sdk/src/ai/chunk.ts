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
  | {
      type: 'start'
      /** The id of the message that begins. */
      messageId?: string
    }
  | { type: 'start-step' }
  | {
      type: 'reasoning-start'
      /** The stretch of thinking that begins. */
      id: string
    }
  | {
      type: 'reasoning-delta'
      /** The stretch of thinking that it belongs to. */
      id: string
      /** A piece of thinking. */
      delta: string
    }
  | {
      type: 'reasoning-end'
      /** The stretch of thinking that ends. */
      id: string
    }
  | {
      type: 'tool-input-available'
      /** The call that begins. */
      toolCallId: string
      /** The name of the tool. */
      toolName: string
      /** The arguments of the call. */
      input: unknown
      dynamic: true
      providerExecuted: true
    }
  | {
      type: 'tool-output-available'
      /** The call that succeeded. */
      toolCallId: string
      /** The result of the call. */
      output: unknown
      dynamic: true
      providerExecuted: true
    }
  | {
      type: 'tool-output-error'
      /** The call that failed. */
      toolCallId: string
      /** Why the call failed. */
      errorText: string
      dynamic: true
      providerExecuted: true
    }
  | {
      type: 'text-start'
      /** The stretch of text that begins. */
      id: string
    }
  | {
      type: 'text-delta'
      /** The stretch of text that it belongs to. */
      id: string
      /** A piece of the answer, without tags. */
      delta: string
    }
  | {
      type: 'text-end'
      /** The stretch of text that ends. */
      id: string
    }
  | {
      type: 'source-url'
      /** Names the source within the message. */
      sourceId: string
      /** The address of the source. */
      url: string
      /** The title of the source. */
      title?: string
      /** What else is known of the source. */
      providerMetadata?: ProviderMetadata
    }
  | {
      type: 'source-document'
      /** Names the source within the message. */
      sourceId: string
      /** The media type of the source. */
      mediaType: string
      /** The title of the source. */
      title: string
      /** What else is known of the source. */
      providerMetadata?: ProviderMetadata
    }
  | {
      type: 'data-research'
      /** Names the part within the message. */
      id: string
      /** The whole result. */
      data: ResearchResult
    }
  | { type: 'finish-step' }
  | {
      type: 'finish'
      /** Whether the research was completed. */
      finishReason: 'stop' | 'error'
    }
  | {
      type: 'error'
      /** What the user is told. */
      errorText: string
    }
  | {
      type: 'abort'
      /** Why the stream was aborted. */
      reason?: string
    }
