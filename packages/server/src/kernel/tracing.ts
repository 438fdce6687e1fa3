/** What is said of a span, by name. Never a key, a query or a metadata value. */
export type Facts = Record<string, string | number | boolean>

/** A stretch of what happens to a request. */
export interface Span {
  set(facts: Facts): void
  /** Notes a step in it that has just ended, and how many milliseconds it took. */
  step(name: string, ms: number, facts: Facts, failed: boolean): void
  end(failed?: boolean): void
}

/** Traces of requests. All spans of a request are in one trace, whichever process they come from. */
export interface Tracing {
  /** Begins the span of a whole HTTP request. `traceparent` is the header with which its caller names a trace. */
  request(id: string, name: string, traceparent?: string): Span
  /** Begins a part of it, in this process or another. */
  begin(id: string, name: string, facts?: Facts): Span
  /** Sends what was not sent yet. */
  close(): Promise<void>
}
