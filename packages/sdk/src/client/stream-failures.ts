import type { ResearchFailedEvent } from '#contract/events.ts'
import type { RequestFacts } from './error-facts.ts'
import { type InterruptionReason, ResearchFailedError, StreamInterruptedError, StreamProtocolError } from './errors.ts'
import { createKeyHider, type KeyHider } from './hide-key.ts'
import { type PartialTracker, trackPartial } from './partial.ts'

/** A stream that stopped without a last event. */
export interface Interruption {
  readonly reason: InterruptionReason
  readonly cause?: unknown
}

/** Makes the errors of one call, each with what is known about its request and what had been delivered. */
export interface StreamFailures {
  readonly partial: PartialTracker
  readonly hider: KeyHider
  /** Filled in as the call goes on. */
  readonly facts: { -readonly [Name in keyof RequestFacts]: RequestFacts[Name] }
  protocol(message: string, raw: string, eventNumber: number): StreamProtocolError
  failed(event: ResearchFailedEvent): ResearchFailedError
  interrupted(interruption: Interruption): StreamInterruptedError
}

/** @param isWhole - whether the stream is read from its first event */
export function createStreamFailures(facts: RequestFacts = {}, isWhole = true): StreamFailures {
  const hider = createKeyHider()
  const partial = trackPartial(isWhole)
  const known = (): RequestFacts & { partial: ReturnType<PartialTracker['snapshot']> } => ({
    ...facts,
    partial: partial.snapshot(),
  })
  return {
    partial,
    hider,
    facts,
    protocol: (message, raw, eventNumber) =>
      new StreamProtocolError(message, { ...known(), raw: hider.text(raw), eventNumber }),
    failed(event): ResearchFailedError {
      // The event as it arrived, except for a key that the service may have repeated in it.
      const safe: ResearchFailedEvent = JSON.parse(hider.text(JSON.stringify(event)))
      // The specification leaves these fields open.
      const { code, message } = textsOf(safe.data.error)
      // The charge may have been refunded.
      const own = { event: safe, code, creditsCharged: undefined }
      return new ResearchFailedError(message ?? 'The research failed.', { ...known(), ...own })
    },
    interrupted: ({ reason, cause }) =>
      new StreamInterruptedError(`The stream ended before the research had (${reason}).`, {
        ...known(),
        reason,
        cause: hider.cause(cause),
      }),
  }
}

/** The texts in an error of the service, as far as there are any. */
export function textsOf(error: unknown): Partial<Record<'code' | 'type' | 'message', string>> {
  const said = Object.entries(Object(error)).filter(([, value]) => value && typeof value === 'string')
  return Object.fromEntries(said)
}
