// Calling: the client and its streams.

export type { AccountStatus } from './client/account.ts'
export { DeepResearch } from './client/client.ts'
export type { StreamIterator } from './client/event-pump.ts'
export type {
  CallOptions,
  DeepResearchOptions,
  Fetch,
  FetchInit,
  FetchOptions,
  FetchResponse,
  HeadersLike,
  Middleware,
  Next,
  RequestOptions,
  ResearchParams,
  ResumeOptions,
  RunOptions,
  SharedOptions,
} from './client/options.ts'
export type { PartialResearch, ProvisionalCitation } from './client/partial.ts'
export { type ReadOptions, readResearchStream } from './client/read-stream.ts'
export type { ResearchPromise, WithResponse } from './client/research-promise.ts'
export { ResearchStream } from './client/research-stream.ts'
export type { EventWithText } from './client/text.ts'

// Reading events and errors: all types of the wire.

export type * from './contract/events.ts'
export type * from './contract/types.ts'
export { isKnownEvent, type StreamEvent, type UnknownEvent, type UnknownEventType } from './stream/decode-event.ts'

// Handling errors.

export { ConfigurationError } from './client/configuration-error.ts'
export {
  APIError,
  type APIErrorFacts,
  AuthenticationError,
  BadRequestError,
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
  type RequestFacts,
  RequestTimeoutError,
  ResearchFailedError,
  ServerError,
  StreamError,
  type StreamFacts,
  StreamInterruptedError,
  StreamProtocolError,
} from './client/errors.ts'

// Observing calls.

export type {
  CallInfo,
  EndInfo,
  Hooks,
  RequestInfo,
  ResponseInfo,
  ResumeInfo,
  RetryInfo,
  Warning,
} from './client/hooks.ts'
export type { Logger, LogLevel } from './client/log.ts'
