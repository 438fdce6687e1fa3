import { onAbort } from '#stream/on-abort.ts'
import { createObserver } from './audit.ts'
import { EventPump, type Outcome, type PumpOptions } from './event-pump.ts'
import type { Observers } from './hooks.ts'
import { ResearchStream, type StreamHead } from './research-stream.ts'

/** The parts of a stream. */
export interface StreamParts extends StreamHead, Omit<PumpOptions, 'open' | 'onEvent'> {
  readonly observers: Observers
  /** Aborts the stream. */
  readonly signal: AbortSignal | undefined
  readonly onOver: (outcome: Outcome) => void
  /** Reopens the stream. @defaultValue a lost stream is not reopened */
  readonly open?: PumpOptions['open'] | undefined
}

/** Creates the stream of a response. */
export function createStream(parts: StreamParts): ResearchStream {
  const { observers, failures, signal, onOver, after, open = (lost) => Promise.reject(lost) } = parts
  const { partial } = failures
  const pump = new EventPump({ ...parts, open, onEvent: createObserver(partial, observers, !after) })
  pump.whenOver(onOver)
  pump.whenOver(onAbort(signal, (reason) => pump.abort(reason)))
  return new ResearchStream(pump, partial, parts)
}
