/** The event log has lost envelopes, or never had them: whatever is missing has to be written first. */
export class LogGapError extends Error {
  override readonly name = 'LogGapError'
  /** How many envelopes the log has. */
  readonly length: number

  constructor(length: number) {
    super(`The event log has only ${length} envelopes.`)
    this.length = length
  }
}
