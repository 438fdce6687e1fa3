/** A tool call of a mocked research. */
export interface MockToolCall {
  name: string
  arguments?: Record<string, unknown>
  result?: Record<string, unknown>
  /** Default: `error` if `error` is given, else `ok`. */
  status?: 'ok' | 'error'
  error?: { message: string }
  /** Milliseconds. Default: 5. */
  duration_ms?: number
  /** From 1. Default: 1. */
  iteration?: number
}
