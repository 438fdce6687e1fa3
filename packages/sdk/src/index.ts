/**
 * Asks a deep-research service: the client, its streams, and the errors that it throws.
 *
 * @module @deep-research/sdk
 */

// Calling: the client and its streams.

export type { AccountStatus } from './client/account.ts'
export { DeepResearch } from './client/client.ts'
export type {
  CallOptions,
  DeepResearchOptions,
  Middleware,
  RequestOptions,
  ResearchParams,
  ResumeOptions,
  RunOptions,
} from './client/options.ts'
export type { PartialResearch } from './client/partial.ts'
export { type ReadOptions, readResearchStream } from './client/read-stream.ts'
export { ResearchStream } from './client/research-stream.ts'

// Reading events and results. All types of the wire are in `/types`.

export type { ResearchEvent } from './contract/events.ts'
export type {
  Citation,
  ReasoningLevel,
  ResearchRequest,
  ResearchResult,
  RetrievedResearch,
  Source,
  SourceSummary,
  Usage,
} from './contract/types.ts'
export { isKnownEvent, isUnknownEvent, type StreamEvent, type UnknownEvent } from './stream/decode-event.ts'

// Handling errors.

export { ConfigurationError } from './client/configuration-error.ts'
export {
  APIError,
  AuthenticationError,
  BadRequestError,
  ConnectionError,
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

// Observing calls.

export type { Hooks } from './client/hooks.ts'
export type { Logger } from './client/log.ts'
