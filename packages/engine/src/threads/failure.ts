/**
 * Why a thread gave no answer: it took too long, needed too much memory, found a content that cannot be read, or ended
 * by itself.
 */
export type ThreadFailureReason = 'time' | 'memory' | 'content' | 'ended'

/** A job that a thread did not do. The message is one line that goes on from the name of what was read. */
export class ThreadFailure extends Error {
  override readonly name = 'ThreadFailure'
  readonly reason: ThreadFailureReason
  constructor(reason: ThreadFailureReason, message: string) {
    super(message)
    this.reason = reason
  }
}
