import type { ResearchFailedEvent } from '#contract/types.ts'
import {
  type InterruptionReason,
  type RequestFacts,
  ResearchFailedError,
  StreamInterruptedError,
  StreamProtocolError,
} from './errors.ts'
import { createKeyHider, type KeyHider } from './hide-key.ts'
import { type PartialTracker, trackPartial } from './partial.ts'

/** A stream that stopped without an ending of its own. */
export interface Interruption {
  readonly reason: InterruptionReason
  readonly cause?: unknown
}

/** Makes the errors of one call, each with what is known of its request and what had been delivered by then. */
export interface StreamFailures {
  readonly partial: PartialTracker
  readonly hider: KeyHider
  /** Grows while the call goes on. */
  readonly facts: { -readonly [Name in keyof RequestFacts]: RequestFacts[Name] }
  protocol(message: string, raw: string, eventNumber: number): StreamProtocolError
  failed(event: ResearchFailedEvent): ResearchFailedError
  interrupted(interruption: Interruption): StreamInterruptedError
}

/** @param isWhole - The stream is read from its first event. */
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
      // The event as it came, but for a key that a service may have put into its words.
      const safe: ResearchFailedEvent = JSON.parse(hider.text(JSON.stringify(event)))
      // The specification leaves these fields open.
      const { code, message } = textsOf(safe.data.error)
      // A charge may have been given back.
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

/** What an error of the service says of itself, as far as it does. */
export function textsOf(error: unknown): Partial<Record<'code' | 'type' | 'message', string>> {
  const said = Object.entries(Object(error)).filter(([, value]) => value && typeof value === 'string')
  return Object.fromEntries(said)
}
