import type { TracingOptions } from '#telemetry/tracing.ts'
import { choice, optional, type Reader, webAddress } from './setting-readers.ts'

/** The standard settings of OpenTelemetry that this service knows. Nothing is traced without an endpoint. */
export interface TracingSettings {
  /** The collector, to whose URL the path of traces is added. */
  otlpEndpoint: string | undefined
  /** The whole URL to which traces are sent; it is used rather than the endpoint. */
  otlpTracesEndpoint: string | undefined
  /** Headers that go with each export. */
  otlpHeaders: Readonly<Record<string, string>> | undefined
  /** What traces call this service. */
  otelServiceName: string
  /** What every trace says about this service. */
  otelAttributes: Readonly<Record<string, string>> | undefined
  /** Which traces are exported. */
  otelSampler: (typeof SAMPLERS)[number]
  /** The share of requests that are traced, if the sampler goes by it. */
  otelShare: number
}

const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const

export const TRACING_SETTINGS: { [Key in keyof TracingSettings]: Reader<TracingSettings[Key]> } = {
  otlpEndpoint: webAddress('OTEL_EXPORTER_OTLP_ENDPOINT'),
  otlpTracesEndpoint: webAddress('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'),
  otlpHeaders: { ...pairs('OTEL_EXPORTER_OTLP_HEADERS'), secret: 'all' },
  otelServiceName: {
    name: 'OTEL_SERVICE_NAME',
    fallback: 'deep-research',
    takes: 'a name',
    read: (text) => text.trim() || undefined,
  },
  otelAttributes: pairs('OTEL_RESOURCE_ATTRIBUTES'),
  otelSampler: choice('OTEL_TRACES_SAMPLER', SAMPLERS),
  otelShare: {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    fallback: '1',
    takes: 'a number from 0 to 1',
    read: (text) => (/^(0|1|0?\.\d{1,9}|1\.0{1,9})$/.test(text) ? Number(text) : undefined),
  },
}

/** A list of names and values, the values percent-encoded. */
function pairs(variable: string): Reader<Readonly<Record<string, string>> | undefined> {
  const read = optional((text) => {
    const entries = text.split(',').map((part) => /^([\w.-]+)\s*=(.*)$/.exec(part.trim()) ?? undefined)
    if (!entries.every((entry) => entry !== undefined)) return undefined
    return decodeAll(entries.map(([, name = '', value = '']) => [name, value.trim()]))
  })
  return { name: variable, fallback: '', takes: 'name=value, name=value …, the values percent-encoded', read }
}

function decodeAll(entries: [string, string][]): Record<string, string> | undefined {
  try {
    return Object.fromEntries(entries.map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    return undefined
  }
}

/** How requests are traced; undefined if they are not. */
export function tracingOptions(settings: TracingSettings): TracingOptions | undefined {
  const { otlpEndpoint, otlpTracesEndpoint, otlpHeaders = {}, otelServiceName, otelAttributes = {} } = settings
  const url = otlpTracesEndpoint ?? (otlpEndpoint && `${otlpEndpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`)
  if (url === undefined) return undefined
  return {
    url,
    headers: otlpHeaders,
    serviceName: otelServiceName,
    attributes: otelAttributes,
    share: shareOf(settings),
  }
}

/**
 * Spans of this service never have a caller's span as their parent, so `parentbased_` in a sampler's name changes
 * nothing.
 */
function shareOf({ otelSampler, otelShare }: TracingSettings): number {
  if (otelSampler.endsWith('traceidratio')) return otelShare
  return otelSampler.endsWith('always_off') ? 0 : 1
}
