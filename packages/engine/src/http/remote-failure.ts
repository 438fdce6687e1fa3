/** A call to a service elsewhere that gave nothing to go on with. The message is one line, and holds no secret. */
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
