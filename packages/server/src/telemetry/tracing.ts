import {
  type Context,
  type Link,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Facts, Span, Tracing } from '#kernel/tracing.ts'

/** Where traces are sent, and which ones. */
export interface TracingOptions {
  /** The whole URL, as of `https://collector:4318/v1/traces`. */
  url: string
  headers: Readonly<Record<string, string>>
  serviceName: string
  /** Further attributes of the service. */
  attributes: Readonly<Record<string, string>>
  /** The share of requests that are traced, from 0 to 1. */
  share: number
}

/**
 * Sends traces over OTLP. The digits of a request's id are the id of its trace, so that all processes agree on it, and
 * on whether it is traced at all. A trace that the caller names is linked to.
 */
export function openTracing({ url, headers, serviceName, attributes, share }: TracingOptions): Tracing {
  const ids = new RequestIds()
  const sampler = samplerOf(share)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...attributes, 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: sampler }),
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers: { ...headers } }) })],
  })
  const tracer = provider.getTracer('deep-research')
  return {
    request(id, name, traceparent) {
      const caller = readTraceparent(traceparent)
      const links: Link[] = caller ? [{ context: caller }] : []
      const { traceId, spanId } = rootOf(id)
      ids.next = { traceId, spanId }
      return new OpenSpan(
        tracer,
        tracer.startSpan(name, { kind: SpanKind.SERVER, root: true, links, attributes: nameOf(id) }),
      )
    },
    begin(id, name, facts = {}) {
      const root = trace.setSpanContext(ROOT_CONTEXT, { ...rootOf(id), ...flagsOf(sampler, rootOf(id).traceId) })
      return new OpenSpan(tracer, tracer.startSpan(name, { attributes: { ...nameOf(id), ...facts } }, root))
    },
    close: () => provider.shutdown().catch(() => {}),
  }
}

const nameOf = (id: string): Facts => ({ 'deep_research.request_id': id })

/** The trace of a request and its outermost span. A request's id has 32 hexadecimal digits, of which the last are random. */
function rootOf(id: string): Pick<SpanContext, 'traceId' | 'spanId'> {
  const traceId = id.slice(id.indexOf('_') + 1)
  return { traceId, spanId: traceId.slice(-16) }
}

function samplerOf(share: number): Sampler {
  if (share >= 1) return new AlwaysOnSampler()
  return share <= 0 ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(share)
}

function flagsOf(sampler: Sampler, traceId: string): { traceFlags: TraceFlags; isRemote: true } {
  const { decision } = sampler.shouldSample(ROOT_CONTEXT, traceId, '', SpanKind.INTERNAL, {}, [])
  const traced = decision === SamplingDecision.RECORD_AND_SAMPLED
  return { traceFlags: traced ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true }
}

const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

/** Reads a header of the W3C's Trace Context; undefined if it is none. */
function readTraceparent(text = ''): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  const known = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
  return trace.isSpanContextValid(known) ? known : undefined
}

/** Random ids, except for the next span that is started after `next` was set. */
class RequestIds implements IdGenerator {
  next: Pick<SpanContext, 'traceId' | 'spanId'> | undefined
  readonly #random = new RandomIdGenerator()

  generateSpanId(): string {
    return this.next?.spanId ?? this.#random.generateSpanId()
  }

  /** The library asks for the id of a span before that of its trace, so `next` is used up here. */
  generateTraceId(): string {
    const { next } = this
    this.next = undefined
    return next?.traceId ?? this.#random.generateTraceId()
  }
}

class OpenSpan implements Span {
  readonly #tracer: Tracer
  readonly #span: OtelSpan
  readonly #within: Context

  constructor(tracer: Tracer, span: OtelSpan) {
    this.#tracer = tracer
    this.#span = span
    this.#within = trace.setSpan(ROOT_CONTEXT, span)
  }

  set(facts: Facts): void {
    this.#span.setAttributes(facts)
  }

  step(name: string, ms: number, attributes: Facts, failed: boolean): void {
    const now = Date.now()
    const span = this.#tracer.startSpan(name, { startTime: now - ms, attributes }, this.#within)
    end(span, failed, now)
  }

  end(failed = false): void {
    end(this.#span, failed)
  }
}

function end(span: OtelSpan, failed: boolean, at?: number): void {
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(at)
}
