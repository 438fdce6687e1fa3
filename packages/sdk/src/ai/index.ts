/** For the AI SDK (`ai`, version 7): a research as a UI message stream. */
export type { ResearchDataParts, ResearchMessageChunk } from './chunk.ts'
export { toUIMessageStream, type UIMessageStreamOptions } from './to-ui-message-stream.ts'

// What the data part holds.

export type { ResearchResult } from '#contract/types.ts'
