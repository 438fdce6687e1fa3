import { onAbort } from '#stream/on-abort.ts'
import { createObserver } from './audit.ts'
import { createPump, type Outcome, type PumpOptions } from './event-pump.ts'
import type { Observers } from './hooks.ts'
import { ResearchStream } from './research-stream.ts'

/** The parts of a stream. */
export interface StreamParts extends Omit<PumpOptions, 'open' | 'onEvent'> {
  readonly response: Response
  readonly observers: Observers
  /** Aborts the stream. */
  readonly signal: AbortSignal | undefined
  readonly id: string | undefined
  readonly onOver: (outcome: Outcome) => void
  /** Lets the research go on without a reader, if the response has not said already that it does. */
  readonly detach?: ((received: number) => Promise<void>) | undefined
  /** Reopens the stream. @defaultValue a lost stream is not reopened */
  readonly open?: PumpOptions['open'] | undefined
}

/** Creates the stream of a response. */
export function createStream(parts: StreamParts): ResearchStream {
  const { observers, failures, signal, onOver, after, open = (lost) => Promise.reject(lost) } = parts
  const { partial } = failures
  const pump = createPump({ ...parts, open, onEvent: createObserver(partial, observers, !after) })
  pump.whenOver(onOver)
  pump.whenOver(onAbort(signal, pump.abort))
  return new ResearchStream(pump, partial, parts)
}
