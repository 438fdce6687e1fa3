import { answer } from './answer.ts'
import type { EventStep, Exchange, Reply, Scenario, SentEnvelope, Step, StreamReply, WireFormat } from './scenario.ts'

/** Options of every scenario that changes another one. */
export interface Derived {
  /** The scenario that is changed. Default: `answer()`. Nest them to combine faults. */
  of?: Scenario
}

/**
 * A scenario that changes another one's stream, also when that is resumed. A reply that is not a stream, such as an
 * HTTP error, stays as it is.
 */
export function derive(
  name: string,
  of: Scenario | undefined,
  change: (reply: StreamReply, exchange: Exchange) => Reply,
): Scenario {
  const base = of ?? answer()
  const { refusal, resume } = base
  const changed = (reply: Reply, exchange: Exchange) => (reply.kind === 'stream' ? change(reply, exchange) : reply)
  return {
    name,
    ...(refusal === undefined ? {} : { refusal }),
    reply: (exchange) => changed(base.reply(exchange), exchange),
    ...(resume && { resume: (exchange: Exchange, after: number) => changed(resume(exchange, after), exchange) }),
  }
}

/**
 * An event whose envelope is edited once more. If an earlier edit left no recognisable envelope, that result stays as
 * it is.
 */
export function withEdit(step: EventStep, edit: (envelope: SentEnvelope) => unknown): EventStep {
  const { edit: earlier } = step
  if (earlier === undefined) return { ...step, edit }
  return {
    ...step,
    edit: (envelope) => {
      const written = earlier(envelope)
      return isEnvelope(written) ? edit(written) : written
    },
  }
}

/** Whether an edit returned something that is still an envelope. */
export function isEnvelope(value: unknown): value is SentEnvelope {
  return typeof value === 'object' && value !== null && 'type' in value && 'data' in value
}

/** A scenario that changes another one's steps. */
export function deriveSteps(
  name: string,
  of: Scenario | undefined,
  change: (steps: Iterable<Step>, exchange: Exchange) => Iterable<Step>,
): Scenario {
  return derive(name, of, (reply, exchange) => ({ ...reply, steps: change(reply.steps, exchange) }))
}

/** A scenario that changes how another one's steps become bytes. */
export function deriveWire(name: string, of: Scenario | undefined, wire: Partial<WireFormat>): Scenario {
  return derive(name, of, (reply) => ({ ...reply, wire: { ...reply.wire, ...wire } }))
}

/** Yields the steps, with `insert` before event number `at` (from 0); then continues unless told to stop. */
export function* insertBefore(
  steps: Iterable<Step>,
  at: number,
  insert: readonly Step[],
  goOn: boolean,
): Generator<Step> {
  let events = 0
  for (const step of steps) {
    if (step.kind === 'event') {
      if (events === at) {
        yield* insert
        if (!goOn) return
      }
      events += 1
    }
    yield step
  }
}
