/** Counts what the service does. */
export interface Metrics {
  /** Counts an answered request; a stream counts when it ends. */
  answered(route: string, status: number): void
  /** Counts how an attempt to begin research went: `admitted`, `attached`, or the code of its refusal. */
  decided(outcome: string): void
  /** Counts ended research. `ms` is how long it took, if it completed. */
  researched(status: string, ms?: number): void
  /** Counts a run of the engine in this process: 1 when it begins, -1 when it ends. */
  running(change: 1 | -1): void
  /** Counts a tool call of the engine. */
  called(tool: string, status: string): void
  /** Counts that a search provider was asked. */
  searched(provider: string, outcome: string): void
  /** Counts a call of a model, and how long its answer took to begin. `status` is `2xx` … `5xx`, or `unreachable`. */
  asked(status: string, ms: number): void
  /** Notes how long an event took from the engine to the connection of a reader. */
  sentAfter(ms: number): void
  /** Notes how long the log took to store a batch of events. */
  storedAfter(ms: number): void
}

/** Counts nothing. */
export const noMetrics: Metrics = {
  answered() {},
  decided() {},
  researched() {},
  running() {},
  called() {},
  searched() {},
  asked() {},
  sentAfter() {},
  storedAfter() {},
}

/** How many requests have not ended, and how old the oldest ones are. */
export interface RequestAges {
  /** Those that no process has begun yet. */
  waiting: number
  /** Milliseconds; 0 if there are none. */
  oldestWaitingMs: number
  running: number
  oldestRunningMs: number
  /** Those that run for longer than their level allows, as if they stood still. */
  overdue: number
}

/** What is looked up when metrics are read. */
export interface Gauges {
  /** How many streams are open in this process. */
  streams(): number
  /** The threads of the engine in this process. */
  threads(): { running: number; most: number }
  /** The requests of all processes. */
  requests(): Promise<RequestAges>
  /** Credits by which balances differ from the sums of their entries; undefined before anything was checked. */
  ledgerDrift(): number | undefined
}
