import type { ResearchFailedEvent, ResearchResult } from '#contract/types.ts'
import type { StreamEvent } from './decode-event.ts'
import type { BodyEnd } from './read-body.ts'

/** Why a stream stopped without an ending of its own. */
export type InterruptionReason = 'eof' | 'network' | 'idle' | 'done-without-result'

/** A stream that stopped without an ending of its own. */
export interface Interruption {
  readonly kind: 'interrupted'
  readonly reason: InterruptionReason
  readonly cause?: unknown
}

/** How a stream ended. Success is `research.completed` and nothing else. */
export type Ending =
  | { readonly kind: 'completed'; readonly result: ResearchResult }
  | { readonly kind: 'failed'; readonly event: ResearchFailedEvent }
  | Interruption

/** The ending that `event` is, if it is one. */
export function endingOfEvent(event: StreamEvent): Ending | undefined {
  switch (event.type) {
    case 'research.completed':
      return { kind: 'completed', result: event.data }
    case 'research.failed':
      return { kind: 'failed', event }
    default:
      return undefined
  }
}

/** The terminator before any ending: the service says that it is done, and has given nothing. */
export function endingOfTerminator(): Interruption {
  return { kind: 'interrupted', reason: 'done-without-result' }
}

/** The connection is over before any ending. */
export function endingOfBody(end: BodyEnd): Interruption {
  return { kind: 'interrupted', reason: end.reason, ...('cause' in end && { cause: end.cause }) }
}
