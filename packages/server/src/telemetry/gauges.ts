import { Gauge, type Registry } from 'prom-client'
import type { Gauges } from '#kernel/metrics.ts'

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
  const labelled = { labelNames: ['state'] as const, registers }
  const oldest = new Gauge({
    ...{ name: 'deep_research_oldest_request_seconds', help: 'Age of the oldest request, in all processes.' },
    ...labelled,
  })
  new Gauge({
    ...{ name: 'deep_research_requests', help: 'Requests that have not ended, in all processes.', ...labelled },
    async collect() {
      this.reset()
      oldest.reset()
      const ages = await requests().catch(() => undefined)
      if (!ages) return
      this.set({ state: 'waiting' }, ages.waiting)
      this.set({ state: 'running' }, ages.running)
      oldest.set({ state: 'waiting' }, ages.oldestWaitingMs / 1000)
      oldest.set({ state: 'running' }, ages.oldestRunningMs / 1000)
    },
  })
}
