import { Gauge, type Registry } from 'prom-client'
import type { Gauges, RequestAges } from '#kernel/metrics.ts'

/** Adds what is looked up whenever the metrics are read. What cannot be looked up is left out that time. */
export function addGauges(registry: Registry, { streams, threads, requests, ledgerDrift }: Gauges): void {
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number | undefined) =>
    new Gauge({
      ...{ name: `deep_research_${name}`, help, registers },
      collect() {
        const value = read()
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  gauge('streams_open', 'Streams that are open now.', streams)
  gauge('engine_threads', 'Threads of the engine that run now.', () => threads().running)
  gauge('engine_threads_most', 'How many threads of the engine there may be.', () => threads().most)
  gauge('ledger_drift_credits', 'Credits by which balances differ from their entries; must be 0.', ledgerDrift)
  addAges(registers, requests)
}

function addAges(registers: Registry[], requests: Gauges['requests']): void {
  let reading: Promise<RequestAges | undefined> | undefined
  // Both gauges are read at the same time, from one look at the database.
  const read = () => {
    reading ??= requests()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  const byState = (name: string, help: string, waiting: (ages: RequestAges) => number, running: typeof waiting) =>
    new Gauge({
      ...{ name: `deep_research_${name}`, help, labelNames: ['state'], registers },
      async collect() {
        const ages = await read()
        this.reset()
        if (!ages) return
        this.set({ state: 'waiting' }, waiting(ages))
        this.set({ state: 'running' }, running(ages))
      },
    })
  byState(
    'requests',
    'Requests that have not ended, in all processes.',
    ({ waiting }) => waiting,
    ({ running }) => running,
  )
  new Gauge({
    ...{ name: 'deep_research_requests_overdue', registers },
    help: 'Running requests that have taken longer than their level allows, in all processes; must be 0.',
    async collect() {
      const ages = await read()
      if (ages) this.set(ages.overdue)
      else this.remove()
    },
  })
  byState(
    'oldest_request_seconds',
    'Age of the oldest request that has not ended, in all processes.',
    ({ oldestWaitingMs }) => oldestWaitingMs / 1000,
    ({ oldestRunningMs }) => oldestRunningMs / 1000,
  )
}
