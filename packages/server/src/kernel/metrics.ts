/** The counters of the service. */
export interface Metrics {
  /** A request was answered; a stream, when it is over. */
  answered(route: string, status: number): void
  /** Research ended. `ms` is how long it took, where it completed. */
  researched(status: string, ms?: number): void
}

/** Counts nothing. */
export const noMetrics: Metrics = { answered() {}, researched() {} }
