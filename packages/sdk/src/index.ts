// For callers: the client and its streams.
export { DeepResearch, type RunOptions } from './client/client.ts'
// For those who handle errors.
export {
  APIError,
  type APIErrorFacts,
  AuthenticationError,
  BadRequestError,
  ConfigurationError,
  ConnectionError,
  type ConnectionPhase,
  DeepResearchError,
  InsufficientCreditsError,
  NotFoundError,
  RateLimitError,
  RequestTimeoutError,
  ResearchFailedError,
  ServerError,
  StreamError,
  StreamInterruptedError,
  StreamProtocolError,
} from './client/errors.ts'
// For those who observe.
export type { Hooks, RequestInfo, ResponseInfo, ResumeInfo, RetryInfo, Warning } from './client/hooks.ts'
export type { DeepResearchOptions, Fetch, RequestOptions, ResearchParams } from './client/options.ts'
export type { PartialResearch, ProvisionalCitation } from './client/partial.ts'
export { type ReadOptions, readResearchStream } from './client/read-stream.ts'
export { ResearchStream } from './client/research-stream.ts'
export type {
  AnswerDeltaEvent,
  Citation,
  CitationVerification,
  DeltaData,
  Envelope,
  ErrorCode,
  ErrorType,
  FailureCode,
  ReasoningLevel,
  ResearchCompletedEvent,
  ResearchEvent,
  ResearchEventType,
  ResearchFailedData,
  ResearchFailedEvent,
  ResearchOptions,
  ResearchRequest,
  ResearchResult,
  Source,
  SourceAnchor,
  SourceSummary,
  SourceType,
  ThinkingDeltaEvent,
  ToolCallCompletedEvent,
  ToolCallRecord,
  ToolCallStartedData,
  ToolCallStartedEvent,
  Usage,
} from './contract/types.ts'
// For those who read events.
export { isKnownEvent, type StreamEvent, type UnknownEvent, type UnknownEventType } from './stream/decode-event.ts'
export type { InterruptionReason } from './stream/prove-ending.ts'
