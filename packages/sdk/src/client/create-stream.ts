import { createObserver } from './audit.ts'
import { createPump, type EventPump, type PumpOptions } from './event-pump.ts'
import type { Hooks } from './hooks.ts'
import { requestIdOf } from './read-error.ts'
import { ResearchStream } from './research-stream.ts'

/** What a stream is made of. */
export interface StreamParts extends Omit<PumpOptions, 'open' | 'onEvent'> {
  readonly response: Response
  readonly hooks: Hooks
  /** @defaultValue a stream that is lost is lost */
  readonly open?: PumpOptions['open'] | undefined
}

/** Gives an answer its stream. */
export function createStream(parts: StreamParts): { readonly stream: ResearchStream; readonly pump: EventPump } {
  const { response, hooks, failures, open = (lost) => Promise.reject(lost) } = parts
  const { partial } = failures
  partial.requestId = requestIdOf(response)
  const pump = createPump({ ...parts, open, onEvent: createObserver(partial, hooks) })
  return { pump, stream: new ResearchStream(pump, partial, response) }
}
