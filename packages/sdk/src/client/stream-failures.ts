import type { ResearchFailedEvent } from '#contract/types.ts'
import type { Interruption, InterruptionReason } from '#stream/prove-ending.ts'
import { ResearchFailedError, StreamInterruptedError, StreamProtocolError } from './errors.ts'
import type { KeyHider } from './hide-key.ts'
import type { PartialResearch } from './partial.ts'

/** Makes the errors of one stream, each with what had been delivered by then. */
export interface StreamFailures {
  malformed(problem: string, raw: string, eventNumber: number): StreamProtocolError
  tooLarge(maxEventBytes: number, excerpt: string, eventNumber: number): StreamProtocolError
  /** The service answered with something else than a stream of events. */
  wrongContentType(contentType: string | null, body: string): StreamProtocolError
  failed(event: ResearchFailedEvent): ResearchFailedError
  interrupted(interruption: Interruption): StreamInterruptedError
  /** The stream was lost, and `cause` forbids to take it up again. */
  notResumed(lost: StreamInterruptedError, cause: unknown): StreamInterruptedError
}

const REASONS: Readonly<Record<InterruptionReason, string>> = {
  eof: 'The connection was closed before the research had ended.',
  network: 'The connection was lost before the research had ended.',
  idle: 'The service fell silent before the research had ended.',
  'done-without-result': 'The stream was declared done without a result.',
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The event as it came, but for a key that a service may have put into its words. */
function hidden(event: ResearchFailedEvent, hider: KeyHider): ResearchFailedEvent {
  const text = JSON.stringify(event)
  const safe = hider.text(text)
  return safe === text ? event : JSON.parse(safe)
}

export function createStreamFailures(partial: () => PartialResearch, hider: KeyHider): StreamFailures {
  const interrupted = (reason: InterruptionReason, cause: unknown): StreamInterruptedError =>
    new StreamInterruptedError(REASONS[reason], { reason, cause: hider.cause(cause), partial: partial() })
  const protocol = (message: string, raw: string, eventNumber: number): StreamProtocolError =>
    new StreamProtocolError(message, { raw: hider.text(raw), eventNumber, partial: partial() })
  return {
    malformed: (problem, raw, eventNumber) =>
      protocol(`Event ${eventNumber} of the stream holds ${problem}.`, raw, eventNumber),
    tooLarge: (maxEventBytes, excerpt, eventNumber) =>
      protocol(`Event ${eventNumber} of the stream is larger than ${maxEventBytes} bytes.`, excerpt, eventNumber),
    wrongContentType: (contentType, body) =>
      protocol(`Expected a stream of events, got ${contentType ?? 'no content type'}.`, body, 1),
    failed(event): ResearchFailedError {
      const safe = hidden(event, hider)
      // The specification leaves these fields open.
      const error: Partial<Record<'code' | 'message', unknown>> = safe.data.error ?? {}
      const message = textOf(error.message) ?? 'The research failed.'
      return new ResearchFailedError(message, { event: safe, code: textOf(error.code), partial: partial() })
    },
    interrupted: ({ reason, cause }) => interrupted(reason, cause),
    notResumed: (lost, cause) => interrupted(lost.reason, cause),
  }
}
