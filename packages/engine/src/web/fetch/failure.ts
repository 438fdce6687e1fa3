/** Why a page was not read. */
export type FetchReason =
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'too_large'
  | 'type'
  | 'status'
  | 'robots'
  | 'redirects'
  | 'unreadable'

/** A page that was not read. The message is one line for a log: it holds no content of the page. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure'
  readonly reason: FetchReason
  constructor(reason: FetchReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
