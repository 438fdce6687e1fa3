/** A failed call to another service. The message is one line and contains no secret. */
export class RemoteFailure<Reason extends string> extends Error {
  readonly reason: Reason
  /** Milliseconds that the service asks to be left alone. */
  readonly retryAfter: number | undefined
  constructor(reason: Reason, message: string, retryAfter?: number) {
    super(message)
    this.reason = reason
    this.retryAfter = retryAfter
  }
}
