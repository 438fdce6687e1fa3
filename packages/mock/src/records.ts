/** What became of a request: refused, answered with a whole body, still streaming, or how its stream ended. */
export type Outcome = 'refused' | 'answered' | 'open' | 'completed' | 'failed' | 'truncated' | 'torn' | 'left'

/** A request that the mock received, and what became of it. */
export interface RecordedRequest {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly method: string
  readonly path: string
  /** In lower case. The API key is among them, as tests want to see it. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as text; empty where there was none or it was not read. */
  readonly text: string
  /** The body as JSON; `undefined` where it is none. */
  readonly body: unknown
  /** The value of `X-Request-Id` in the response. */
  readonly id: string
  /** The name of the scenario that answered, where one did. */
  readonly scenario: string | undefined
  /** The status of the response; 0 where the connection broke before it. */
  readonly status: number
  readonly outcome: Outcome
}

/** A record that its owner still writes. */
export type OpenRecord = { -readonly [Key in keyof RecordedRequest]: RecordedRequest[Key] }

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
