import type { ResearchFailedEvent } from '#contract/types.ts'
import { type InterruptionReason, ResearchFailedError, StreamInterruptedError, StreamProtocolError } from './errors.ts'
import { createKeyHider, type KeyHider } from './hide-key.ts'
import { type PartialTracker, trackPartial } from './partial.ts'

/** A stream that stopped without an ending of its own. */
export interface Interruption {
  readonly reason: InterruptionReason
  readonly cause?: unknown
}

/** Makes the errors of one stream, each with what had been delivered by then. */
export interface StreamFailures {
  readonly partial: PartialTracker
  readonly hider: KeyHider
  protocol(message: string, raw: string, eventNumber: number): StreamProtocolError
  failed(event: ResearchFailedEvent): ResearchFailedError
  interrupted(interruption: Interruption): StreamInterruptedError
}

const REASONS: Readonly<Record<InterruptionReason, string>> = {
  eof: 'The connection was closed',
  network: 'The connection was lost',
  idle: 'The service fell silent',
  'done-without-result': 'The stream was declared done',
}

/** @param key - What no error may show. */
export function createStreamFailures(key?: string): StreamFailures {
  const hider = createKeyHider(key)
  const partial = trackPartial()
  return {
    partial,
    hider,
    protocol: (message, raw, eventNumber) =>
      new StreamProtocolError(message, { raw: hider.text(raw), eventNumber, partial: partial.snapshot() }),
    failed(event): ResearchFailedError {
      // The event as it came, but for a key that a service may have put into its words.
      const safe: ResearchFailedEvent = JSON.parse(hider.text(JSON.stringify(event)))
      // The specification leaves these fields open.
      const { code, message } = textsOf(safe.data.error)
      return new ResearchFailedError(message ?? 'The research failed.', {
        event: safe,
        code,
        partial: partial.snapshot(),
      })
    },
    interrupted: ({ reason, cause }) =>
      new StreamInterruptedError(`${REASONS[reason]} before the research had ended.`, {
        reason,
        cause: hider.cause(cause),
        partial: partial.snapshot(),
      }),
  }
}

/** What an error of the service says of itself, as far as it does. */
export function textsOf(error: unknown): Partial<Record<'code' | 'type' | 'message', string>> {
  const said = Object.entries(Object(error)).filter(([, value]) => value && typeof value === 'string')
  return Object.fromEntries(said)
}
