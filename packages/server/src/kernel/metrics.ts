/** The counters of the service. */
export interface Metrics {
  /** Counts an answered request; a stream counts when it ends. */
  answered(route: string, status: number): void
  /** Counts ended research. `ms` is how long it took, if it completed. */
  researched(status: string, ms?: number): void
}

/** Counts nothing. */
export const noMetrics: Metrics = { answered() {}, researched() {} }
