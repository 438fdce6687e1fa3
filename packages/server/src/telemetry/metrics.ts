import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Metrics } from '#kernel/metrics.ts'

/** Metrics in the format of Prometheus. */
export interface Exposition {
  contentType: string
  text(): Promise<string>
}

export interface ExposedMetrics extends Metrics {
  exposition: Exposition
}

/** From an answer out of a small corpus to the half hour after which research is stopped. */
const SECONDS = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800]

/** Counts for Prometheus, including the process's own metrics. `openStreams` returns how many streams are open. */
export function createMetrics(openStreams: () => number): ExposedMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const answers = new Counter({
    name: 'deep_research_http_responses_total',
    help: 'Responses; a stream is counted when it is over.',
    labelNames: ['route', 'status'],
    registers,
  })
  const ended = new Counter({
    name: 'deep_research_requests_ended_total',
    help: 'Admitted requests that ended: completed, failed or cancelled.',
    labelNames: ['status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'deep_research_research_seconds',
    help: 'How long completed research took.',
    buckets: SECONDS,
    registers,
  })
  new Gauge({
    name: 'deep_research_streams_open',
    help: 'Streams that are open now.',
    registers,
    collect() {
      this.set(openStreams())
    },
  })
  return {
    answered: (route, status) => answers.inc({ route, status }),
    researched(status, ms) {
      ended.inc({ status })
      if (ms !== undefined) seconds.observe(ms / 1000)
    },
    exposition: { contentType: registry.contentType, text: () => registry.metrics() },
  }
}
