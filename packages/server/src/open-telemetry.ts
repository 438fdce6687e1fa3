import { loadOptional } from '#kernel/load-optional.ts'
import { type Gauges, type Metrics, noMetrics } from '#kernel/metrics.ts'
import type { Tracing } from '#kernel/tracing.ts'
import { createMetrics, type Exposition } from '#telemetry/metrics.ts'
import { watchModelCalls } from '#telemetry/model-calls.ts'
import type { Settings } from './config.ts'
import { modelEndpoint } from './live-settings.ts'
import { tracingOptions } from './tracing-settings.ts'

/** What the service tells of itself. */
export interface Telemetry {
  metrics: Metrics
  exposition: Exposition | undefined
  tracing: Tracing | undefined
  close(): Promise<void>
}

/** Where Anthropic's models are called if no address is set. */
const ANTHROPIC = 'https://api.anthropic.com'

const FOR_TRACES = {
  because: 'The OTEL settings ask for traces',
  packages:
    '@opentelemetry/api @opentelemetry/exporter-trace-otlp-proto @opentelemetry/resources @opentelemetry/sdk-trace',
}

/** Opens metrics and traces as configured. The library for traces is loaded only if they are sent somewhere. */
export async function openTelemetry(settings: Settings, gauges: Gauges): Promise<Telemetry> {
  const exposed = settings.metrics ? createMetrics(gauges) : undefined
  const metrics = exposed ?? noMetrics
  const endpoint = modelEndpoint(settings)
  const called = [endpoint, endpoint?.fast].flatMap((each) => (each ? [each.baseUrl ?? ANTHROPIC] : []))
  const models = called.length > 0 && exposed ? watchModelCalls(called, exposed) : undefined
  const traced = tracingOptions(settings)
  const tracing = traced && (await loadOptional(() => import('#telemetry/tracing.ts'), FOR_TRACES)).openTracing(traced)
  return {
    metrics,
    exposition: exposed?.exposition,
    tracing,
    async close() {
      models?.close()
      await tracing?.close()
    },
  }
}
