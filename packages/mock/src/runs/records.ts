/**
 * How a request was answered: refused, with a whole body, with a stream that is still open, or with a stream that
 * ended.
 */
export type Outcome = 'refused' | 'answered' | 'open' | 'completed' | 'failed' | 'truncated' | 'torn' | 'left'

/** A request that the mock received, and how it was answered. */
export interface RecordedRequest {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The method of the request. */
  readonly method: string
  /** The path, without the query. */
  readonly path: string
  /** Names are in lower case. The API key is included, because tests want to see it. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as text; empty if there was none or it was not read. */
  readonly text: string
  /** The body as JSON; `undefined` if it is not JSON. */
  readonly body: unknown
  /** The value of `X-Request-Id` in the response. */
  readonly id: string
  /** The name of the scenario that answered, if one did. */
  readonly scenario: string | undefined
  /** The status of the response; 0 if the connection broke before it. */
  readonly status: number
  /** How it has been answered so far. */
  readonly outcome: Outcome
}

/** A record that can still be changed. */
export type OpenRecord = { -readonly [Key in keyof RecordedRequest]: RecordedRequest[Key] }

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
