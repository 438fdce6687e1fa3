/** A tool call of a mocked research. */
export interface MockToolCall {
  /** The name of the tool, such as `search`. */
  name: string
  /** What it is called with. Default: nothing. */
  arguments?: Record<string, unknown>
  /** What it returns. Default: nothing. */
  result?: Record<string, unknown>
  /** Default: `error` if `error` is given, else `ok`. */
  status?: 'ok' | 'error'
  /** Why it failed. Default: it did not. */
  error?: { message: string }
  /** Milliseconds. Default: 5. */
  duration_ms?: number
  /** From 1. Default: 1. */
  iteration?: number
}
