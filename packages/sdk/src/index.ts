// For callers: the client and its streams.

export { DeepResearch, type RunOptions } from './client/client.ts'
export type { DeepResearchOptions, Fetch, RequestOptions, ResearchParams } from './client/options.ts'
export type { PartialResearch, ProvisionalCitation } from './client/partial.ts'
export { type ReadOptions, readResearchStream } from './client/read-stream.ts'
export { ResearchStream } from './client/research-stream.ts'

// For those who read events.

export type {
  AnswerDeltaEvent,
  Citation,
  CitationVerification,
  DeltaData,
  Envelope,
  ReasoningLevel,
  ResearchCompletedEvent,
  ResearchEvent,
  ResearchEventType,
  ResearchFailedData,
  ResearchFailedEvent,
  ResearchOptions,
  ResearchRequest,
  ResearchResult,
  ResearchStatus,
  RetrievedResearch,
  Source,
  SourceAnchor,
  SourceSummary,
  SourceType,
  SummarySource,
  ThinkingDeltaEvent,
  ToolCallCompletedEvent,
  ToolCallRecord,
  ToolCallStartedData,
  ToolCallStartedEvent,
  Usage,
} from './contract/types.ts'
export { isKnownEvent, type StreamEvent, type UnknownEvent, type UnknownEventType } from './stream/decode-event.ts'

// For those who handle errors.

export {
  APIError,
  type APIErrorFacts,
  AuthenticationError,
  BadRequestError,
  ConfigurationError,
  ConnectionError,
  type ConnectionFacts,
  type ConnectionPhase,
  DeepResearchError,
  type ErrorFacts,
  InsufficientCreditsError,
  type InterruptionReason,
  NotFoundError,
  type ProtocolFacts,
  RateLimitError,
  RequestTimeoutError,
  ResearchFailedError,
  ServerError,
  StreamError,
  type StreamFacts,
  StreamInterruptedError,
  StreamProtocolError,
} from './client/errors.ts'
export type { ErrorCode, ErrorType, FailureCode } from './contract/types.ts'

// For those who observe.

export type { Hooks, RequestInfo, ResponseInfo, ResumeInfo, RetryInfo, Warning } from './client/hooks.ts'
