import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Gauges, Metrics } from '#kernel/metrics.ts'
import { addGauges } from './gauges.ts'

/** Metrics in the format of Prometheus. */
export interface Exposition {
  contentType: string
  text(): Promise<string>
}

export interface ExposedMetrics extends Metrics {
  exposition: Exposition
}

/** From an answer out of a small corpus to the half hour after which research is stopped. */
const RESEARCH_SECONDS = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800]

/** From an event that was sent at once to one that waited for a server to come back. */
const EVENT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30]

/** From a small model on this machine to the longest time that a model may be silent. */
const MODEL_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Counts for Prometheus, including the process's own metrics. */
export function createMetrics(gauges: Gauges): ExposedMetrics {
  const registry = new Registry()
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: `deep_research_${name}`, help, labelNames: [...labelNames], registers })
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name: `deep_research_${name}`, help, buckets, registers })
  collectDefaultMetrics({ register: registry })
  addGauges(registry, gauges)
  const answers = counter('http_responses_total', 'Responses; a stream is counted when it is over.', [
    'route',
    'status',
  ])
  const admissions = counter('admissions_total', 'Attempts to begin research: admitted, attached, or refused.', [
    'outcome',
  ])
  const ended = counter('requests_ended_total', 'Admitted requests that ended: completed, failed or cancelled.', [
    'status',
  ])
  const calls = counter('tool_calls_total', 'Searches and page fetches of the engine.', ['tool', 'status'])
  const searches = counter('search_calls_total', 'How often each search provider was asked.', ['provider', 'outcome'])
  const asked = counter('model_calls_total', 'Calls of models, by the class of the HTTP status.', ['status'])
  const seconds = histogram('research_seconds', 'How long completed research took.', RESEARCH_SECONDS)
  const firstBytes = histogram('model_first_byte_seconds', 'How long a model took to begin to answer.', MODEL_SECONDS)
  const lag = histogram('event_lag_seconds', 'From the engine to a reader, for one event in 64.', EVENT_SECONDS)
  const stored = histogram('event_store_seconds', 'How long a batch of events took to be stored.', EVENT_SECONDS)
  const runs = new Gauge({ name: 'deep_research_runs_active', help: 'Research that this process does now.', registers })
  return {
    answered: (route, status) => answers.inc({ route, status }),
    decided: (outcome) => admissions.inc({ outcome }),
    researched(status, ms) {
      ended.inc({ status })
      if (ms !== undefined) seconds.observe(ms / 1000)
    },
    running: (change) => runs.inc(change),
    called: (tool, status) => calls.inc({ tool, status }),
    searched: (provider, outcome) => searches.inc({ provider, outcome }),
    asked(status, ms) {
      asked.inc({ status })
      firstBytes.observe(ms / 1000)
    },
    sentAfter: (ms) => lag.observe(ms / 1000),
    storedAfter: (ms) => stored.observe(ms / 1000),
    exposition: { contentType: registry.contentType, text: () => registry.metrics() },
  }
}
