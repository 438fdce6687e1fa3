/**
 * Every type that the client takes, returns or tells. Most programs need only those of the package itself.
 *
 * @module @deep-research/sdk/types
 */

export type { AccountStatus } from './client/account.ts'
export type { APIErrorFacts, ErrorFacts, RequestFacts } from './client/error-facts.ts'
export type {
  ConnectionFacts,
  ConnectionPhase,
  InterruptionReason,
  ProtocolFacts,
  StreamFacts,
} from './client/errors.ts'
export type { StreamIterator } from './client/event-pump.ts'
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
export type {
  CallOptions,
  DeepResearchOptions,
  DerivedOptions,
  Fetch,
  FetchInit,
  FetchOptions,
  FetchResponse,
  HeadersLike,
  Middleware,
  Next,
  RequestOptions,
  ResearchParams,
  ResumeLimits,
  ResumeOptions,
  RetryOptions,
  RunOptions,
  SharedOptions,
  StartOptions,
  StreamOptions,
} from './client/options.ts'
export type { PartialResearch, ProvisionalCitation } from './client/partial.ts'
export type { ReadOptions } from './client/read-stream.ts'
export type { Answered, ResearchPromise, WithResponse } from './client/research-promise.ts'
export type { EventWithText } from './client/text.ts'
export type * from './contract/events.ts'
export type * from './contract/types.ts'
export type { StreamEvent, UnknownEvent, UnknownEventType } from './stream/decode-event.ts'
