/** Why a call of the operator's API is refused. */
export class OperatorRefusal extends Error {
  override readonly name = 'OperatorRefusal'
  readonly status: number
  readonly type: string
  readonly code: string
  /** Whole seconds; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor([status, type, code]: readonly [number, string, string], message: string, retryAfterSeconds?: number) {
    super(message)
    this.status = status
    this.type = type
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const KINDS = {
  invalid: [400, 'invalid_request_error', 'INVALID_REQUEST'],
  key: [401, 'authentication_error', 'INVALID_API_KEY'],
  scope: [403, 'permission_error', 'INSUFFICIENT_SCOPE'],
  missing: [404, 'not_found_error', 'NOT_FOUND'],
  often: [429, 'rate_limit_error', 'RATE_LIMIT_EXCEEDED'],
} as const

/** A refusal of one of the known kinds. */
export function refusal(kind: keyof typeof KINDS, message: string, retryAfterSeconds?: number): OperatorRefusal {
  return new OperatorRefusal(KINDS[kind], message, retryAfterSeconds)
}

/** The same for every key that is not valid. */
export const invalidOperatorKey = refusal(
  'key',
  'Missing or invalid operator key. Send it as the X-API-Key header, or as Authorization: Bearer <key>.',
)
