import type { RunObserver } from '#jobs/run-observer.ts'
import type { Metrics } from '#kernel/metrics.ts'
import type { Span, Tracing } from '#kernel/tracing.ts'

/** Counts the runs of this process and their tool calls, and traces them. */
export function observeRuns(metrics: Metrics, tracing: Tracing | undefined): RunObserver {
  const spans = new Map<string, Span>()
  return {
    began(id) {
      metrics.running(1)
      if (tracing) spans.set(id, tracing.begin(id, 'research'))
    },
    called(id, { name, status, duration_ms, result }) {
      metrics.called(name, status)
      for (const { provider, outcome } of attemptsOf(result)) metrics.searched(provider, outcome)
      spans.get(id)?.step(name, duration_ms, { 'deep_research.status': status }, status === 'error')
    },
    ended(id, how) {
      metrics.running(-1)
      const span = spans.get(id)
      spans.delete(id)
      span?.set({ 'deep_research.status': how })
      span?.end(how === 'failed')
    },
  }
}

interface Attempt {
  provider: string
  outcome: string
}

/** A search of the web tells which providers it asked. */
function attemptsOf({ attempts }: Record<string, unknown>): Attempt[] {
  if (!Array.isArray(attempts)) return []
  return attempts.filter(
    (each: Partial<Attempt>): each is Attempt =>
      typeof each.provider === 'string' && typeof each.outcome === 'string' && each.outcome !== 'skipped',
  )
}
