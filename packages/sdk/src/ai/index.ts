/** For the AI SDK (`ai`, version 7): turns research into a UI message stream. */
export type { ResearchDataParts, ResearchMessageChunk } from './chunk.ts'
export { toUIMessageStream, type UIMessageStreamOptions } from './to-ui-message-stream.ts'

// The content of the data part.

export type { ResearchResult } from '#contract/types.ts'
