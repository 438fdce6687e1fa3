import { ignore } from '#stream/ignore.ts'
import { onAbort } from '#stream/on-abort.ts'
import { createObserver } from './audit.ts'
import { createPump, type Outcome, type PumpOptions } from './event-pump.ts'
import type { Hooks } from './hooks.ts'
import { requestIdOf } from './read-error.ts'
import { ResearchStream } from './research-stream.ts'

/** What a stream is made of. */
export interface StreamParts extends Omit<PumpOptions, 'open' | 'onEvent'> {
  readonly response: Response
  readonly hooks: Hooks
  /** Aborts the stream. */
  readonly signal: AbortSignal | undefined
  readonly onOver?: (outcome: Outcome) => void
  /** @defaultValue a stream that is lost is lost */
  readonly open?: PumpOptions['open'] | undefined
}

/** Gives an answer its stream. */
export function createStream(parts: StreamParts): ResearchStream {
  const { response, hooks, failures, signal, onOver = ignore, open = (lost) => Promise.reject(lost) } = parts
  const { partial } = failures
  partial.requestId = requestIdOf(response)
  const pump = createPump({ ...parts, open, onEvent: createObserver(partial, hooks) })
  pump.whenOver(onOver)
  pump.whenOver(onAbort(signal, pump.abort))
  return new ResearchStream(pump, partial, response)
}
