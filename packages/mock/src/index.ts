/**
 * A mocked deep-research service for tests: MSW handlers and the scenarios with which they answer.
 *
 * @module @deep-research/mock
 */

export {
  type AccountOptions,
  type AccountRefusal,
  type AccountStanding,
  createMockAccount,
  type Ending,
  type MockAccount,
  type StatefulAccount,
} from '#account/account.ts'
export { SCENARIO_HEADER } from '#replies/post.ts'
export { testApiKey } from '#request/credential.ts'
export type { ScenarioChoice } from '#runs/choice.ts'
export type { Outcome, RecordedRequest } from '#runs/records.ts'
export { type AnswerOptions, answer } from '#scenario/answer.ts'
export { type Clock, createInstantClock, systemClock } from '#scenario/clock.ts'
export {
  defineScenario,
  type EventsDefinition,
  type ScriptedEvent,
  type StepsDefinition,
  type TextDefinition,
} from '#scenario/define.ts'
export { type HttpErrorOptions, httpError, type RetryAfter } from '#scenario/http-error.ts'
export {
  type FailedOptions,
  failed,
  type InterruptionOptions,
  torn,
  truncated,
} from '#scenario/interruptions.ts'
export { type LatencyOptions, latency } from '#scenario/latency.ts'
export { parseScenario, SCENARIO_NAMES } from '#scenario/named.ts'
export type { OffsetUnit } from '#scenario/offsets.ts'
export {
  type FragmentedOptions,
  fragmented,
  type LateHeadOptions,
  lateHead,
  type SilentOptions,
  type SlowOptions,
  type StalledOptions,
  silent,
  slow,
  stalled,
} from '#scenario/pauses.ts'
export {
  type AlteredOptions,
  altered,
  type DataAfterDoneOptions,
  dataAfterDone,
  type LineEndingsOptions,
  lineEndings,
  type MalformedJsonOptions,
  malformedJson,
  type RepeatedSequenceOptions,
  repeatedSequence,
  type UnknownEventsOptions,
  unknownEvents,
  unknownFields,
  type WrongContentTypeOptions,
  withoutDone,
  wrongContentType,
} from '#scenario/protocol-faults.ts'
export {
  formatRecording,
  parseRecording,
  type RecordedChunk,
  type RecordedEnd,
  type Recording,
  type RecordingHead,
  type ReplayOptions,
  replay,
} from '#scenario/recording.ts'
export { buildResult, type MockSource, type ResultInput } from '#scenario/result.ts'
export { type ResumableOptions, resumable } from '#scenario/resumable.ts'
export type {
  Cut,
  EventData,
  EventStep,
  Exchange,
  Reply,
  Scenario,
  SentEnvelope,
  Step,
  StreamReply,
  WireFormat,
} from '#scenario/scenario.ts'
export type { MockToolCall } from '#scenario/tool-call.ts'
export { type RawResponseOptions, rawResponse, type UnreachableOptions, unreachable } from '#scenario/whole.ts'
export {
  type HandlerHost,
  type HandlerOptions,
  type MockResearch,
  mockResearch,
  researchHandlers,
} from './msw/handlers.ts'
export type { MockControls, MockOptions, MockScope, MockService, ScopeOptions } from './service.ts'
