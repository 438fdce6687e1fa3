import {
  APIError,
  type Citation,
  DeepResearch,
  DeepResearchError,
  InsufficientCreditsError,
  isKnownEvent,
  isUnknownEvent,
  RateLimitError,
  type ResearchEvent,
  ResearchFailedError,
  type ResearchParams,
  type ResearchRequest,
  type ResearchResult,
  type ResearchStream,
  readResearchStream,
  type StreamEvent,
  StreamInterruptedError,
  type UnknownEvent,
} from '@deep-research/sdk'
import { type CiteToken, type Finding, resolveCitations, type Segment, toSegments } from '@deep-research/sdk/citations'
import type { AnswerDeltaEvent, ResearchPromise, UnknownEventType } from '@deep-research/sdk/types'
import { describe, expectTypeOf, it } from 'vitest'

declare const client: DeepResearch
declare const stream: ResearchStream
declare const event: StreamEvent
declare const error: unknown

describe('events', () => {
  it('narrow by their type', () => {
    if (event.type === 'research.answer.delta') {
      expectTypeOf(event).toEqualTypeOf<AnswerDeltaEvent>()
      expectTypeOf(event.data.content).toEqualTypeOf<string>()
    }
    if (event.type === 'research.completed') expectTypeOf(event.data.citations).toEqualTypeOf<Citation[]>()
    if (event.type === 'research.tool_call.completed') expectTypeOf(event.data.status).toEqualTypeOf<'ok' | 'error'>()
    if (event.type === 'research.failed') expectTypeOf(event.data.error.message).toEqualTypeOf<string>()
  })

  it('leave unknown ones to the default of a switch', () => {
    switch (event.type) {
      case 'research.answer.delta':
      case 'research.thinking.delta':
      case 'research.tool_call.started':
      case 'research.tool_call.completed':
      case 'research.completed':
      case 'research.failed':
        expectTypeOf(event).toEqualTypeOf<ResearchEvent>()
        break
      default:
        expectTypeOf(event).toEqualTypeOf<UnknownEvent>()
    }
  })

  it('part into known and unknown', () => {
    if (isKnownEvent(event)) expectTypeOf(event).toEqualTypeOf<ResearchEvent>()
    else {
      expectTypeOf(event.data).toEqualTypeOf<unknown>()
      expectTypeOf(event.type).toEqualTypeOf<UnknownEventType>()
      expectTypeOf(event.type.startsWith('research.')).toEqualTypeOf<boolean>()
      expectTypeOf(event.type).toExtend<string>()
      expectTypeOf(event.request_id).toEqualTypeOf<string>()
    }
  })

  it('of a later version are told apart by their type without a cast', () => {
    if (isUnknownEvent(event, 'research.other')) expectTypeOf(event).toEqualTypeOf<UnknownEvent>()
    else expectTypeOf(event).toExtend<StreamEvent>()
  })

  it('have a type that is a string', () => {
    expectTypeOf(event.type).toExtend<string>()
    expectTypeOf(new Map<string, number>().get).toBeCallableWith(event.type)
  })

  it('do not compare with a type that is none', () => {
    // @ts-expect-error No such event.
    event.type === 'research.complete'
  })
})

describe('a client', () => {
  it('takes the request of the specification', () => {
    expectTypeOf(client.stream).toBeCallableWith({ query: 'q' })
    expectTypeOf(client.stream).toBeCallableWith({ query: 'q', reasoning_level: 'high' }, { extraBody: { own: [1] } })
    expectTypeOf(client.run).toBeCallableWith({ query: 'q', options: { include_thinking: true } }, { maxRetries: 0 })
    expectTypeOf(client.run).toBeCallableWith({ query: 'q' }, { onEvent: (each) => void each.type, timeoutMs: 5 })
  })

  it('takes a request of the contract as it is', () => {
    const request = {} as ResearchRequest
    expectTypeOf(client.stream).toBeCallableWith(request)
    expectTypeOf(client.run).toBeCallableWith(request)
    expectTypeOf<ResearchRequest>().toExtend<ResearchParams>()
  })

  it('refuses what the service would', () => {
    // @ts-expect-error The query is missing.
    client.stream({})
    // @ts-expect-error No such level.
    client.stream({ query: 'q', reasoning_level: 'max' })
    // @ts-expect-error A flag is a boolean.
    client.stream({ query: 'q', options: { include_thinking: 'yes' } })
    // @ts-expect-error Values are strings.
    client.stream({ query: 'q', metadata: { a: 1 } })
    // @ts-expect-error No such field.
    client.stream({ query: 'q', reasoning: 'low' })
    // @ts-expect-error An option, not a field.
    client.stream({ query: 'q', signal: AbortSignal.timeout(1) })
    const mixed = { query: 'q', maxRetries: 0 }
    // @ts-expect-error An option, not a field, also in a variable.
    client.run(mixed)
    // @ts-expect-error A client's option, not a request's.
    client.stream({ query: 'q' }, { maxConcurrency: 1 })
    // @ts-expect-error No such option.
    new DeepResearch({ apikey: 'x' })
    // @ts-expect-error Milliseconds are a number.
    new DeepResearch({ timeoutMs: '5s' })
  })

  it('takes the fetch of the platform', () => {
    expectTypeOf<typeof fetch>().toExtend<NonNullable<ConstructorParameters<typeof DeepResearch>[0]>['fetch']>()
  })

  it('gives streams and results', () => {
    expectTypeOf(client.stream({ query: 'q' })).toEqualTypeOf<ResearchPromise<ResearchStream>>()
    expectTypeOf(client.run({ query: 'q' })).toEqualTypeOf<ResearchPromise<ResearchResult>>()
    expectTypeOf(readResearchStream(new Response())).toEqualTypeOf<ResearchStream>()
    expectTypeOf(stream).toExtend<AsyncIterable<StreamEvent> & AsyncDisposable>()
    expectTypeOf(stream.result()).toEqualTypeOf<Promise<ResearchResult>>()
    expectTypeOf(stream.text()).toExtend<AsyncIterable<string>>()
    expectTypeOf(stream.toReadableStream()).toEqualTypeOf<ReadableStream<Uint8Array>>()
    expectTypeOf(stream.partial.citations[0]?.start_offset).toEqualTypeOf<number | undefined>()
  })
})

it('errors are told apart by isInstance and instanceof', () => {
  if (RateLimitError.isInstance(error)) expectTypeOf(error.status).toEqualTypeOf<429>()
  if (InsufficientCreditsError.isInstance(error)) expectTypeOf(error.status).toEqualTypeOf<402>()
  if (RateLimitError.isInstance(error)) expectTypeOf(error.retryAfterMs).toEqualTypeOf<number | undefined>()
  if (APIError.isInstance(error)) expectTypeOf(error.status).toEqualTypeOf<number>()
  if (DeepResearchError.isInstance(error)) expectTypeOf(error).toEqualTypeOf<DeepResearchError>()
  if (ResearchFailedError.isInstance(error)) expectTypeOf(error.event.type).toEqualTypeOf<'research.failed'>()
  if (error instanceof StreamInterruptedError) {
    expectTypeOf(error.reason).toEqualTypeOf<'eof' | 'network' | 'idle' | 'done-without-result'>()
    expectTypeOf(error.partial.answer).toEqualTypeOf<string>()
  }
})

it('citations narrow by their match', () => {
  const [resolved] = resolveCitations({} as ResearchResult)
  if (resolved !== undefined && resolved.match !== 'unresolved') expectTypeOf(resolved.start).toEqualTypeOf<number>()
  if (resolved?.match === 'unresolved') expectTypeOf(resolved.start).toEqualTypeOf<undefined>()
  expectTypeOf(toSegments({} as ResearchResult)).toEqualTypeOf<Segment[]>()
  expectTypeOf<CiteToken['type']>().toEqualTypeOf<'text' | 'open' | 'close'>()
  expectTypeOf<Finding['path']>().toEqualTypeOf<string>()
})
