/**
 * For the AI SDK (`ai`, version 7): turns research into a UI message stream, and is a transport for its chats.
 *
 * @module @deep-research/sdk/ai
 */

export type { ResearchDataParts, ResearchMessageChunk } from './chunk.ts'
export type { ResearchStorage } from './remembered.ts'
export {
  type ChatMessage,
  type ChatRequest,
  createResearchTransport,
  type ResearchTransport,
  type ResearchTransportOptions,
} from './research-transport.ts'
export { toUIMessageStream, type UIMessageStreamOptions } from './to-ui-message-stream.ts'

// The content of the data part, and of a request.

export type { ResearchRequest, ResearchResult } from '#contract/types.ts'
