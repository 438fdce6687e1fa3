import type { Ending } from '#account/account.ts'
import { type Frame, playFrames } from '#scenario/play.ts'
import type { Exchange, Reply, Step, StreamReply } from '#scenario/scenario.ts'
import type { OpenRecord, Outcome } from './records.ts'

/** A reply on its way to a client. */
export interface Served {
  readonly reply: Reply
  /** Waits until the response head is due; rejects with the signal's reason where the client leaves before. */
  ready(signal: AbortSignal): Promise<void>
  /** What to do on the connection, for a reply that is a stream. */
  frames(signal: AbortSignal): AsyncGenerator<Frame>
  /** Tells that the client has gone. Does nothing where the stream has ended. */
  leave(): void
}

export interface Serving {
  reply: Reply
  exchange: Exchange
  record: OpenRecord
  /** Ends the account's side of the request. */
  settle: (ending: Ending) => void
  /** Fires when the request is cancelled from outside its connection. */
  cancelled: AbortSignal
}

const ENDINGS: Record<string, 'completed' | 'failed'> = {
  'research.completed': 'completed',
  'research.failed': 'failed',
}

/** The same steps; the record learns from them how the stream ended. */
function* watched(steps: Iterable<Step>, note: (outcome: Outcome) => void): Generator<Step> {
  let ended = false
  for (const step of steps) {
    const ending = step.kind === 'event' && step.cut === undefined ? ENDINGS[step.type] : undefined
    if (ending !== undefined) {
      ended = true
      note(ending)
    }
    if (step.kind === 'tear' && !ended) {
      ended = true
      note('torn')
    }
    yield step
  }
  if (!ended) note('truncated')
}

async function* play(serving: Serving, reply: StreamReply, note: (outcome: Outcome) => void, signal: AbortSignal) {
  const steps = watched(reply.steps, note)
  const either = AbortSignal.any([signal, serving.cancelled])
  try {
    yield* playFrames({ ...reply, steps }, serving.exchange, either)
  } catch (error) {
    if (!serving.cancelled.aborted) throw error
    yield { kind: 'tear' } satisfies Frame
  } finally {
    note('left')
  }
}

/** Makes a reply servable: it keeps the record and the account in step with what happens on the connection. */
export function serve(serving: Serving): Served {
  const { reply, exchange, record } = serving
  record.status = reply.kind === 'unreachable' ? 0 : reply.status
  record.outcome = reply.kind === 'stream' ? 'open' : 'refused'
  const note = (outcome: Outcome) => {
    if (record.outcome !== 'open') return
    record.outcome = outcome
    serving.settle(outcome === 'completed' || outcome === 'failed' ? outcome : 'left')
  }
  if (reply.kind !== 'stream') serving.settle('failed')
  return {
    reply,
    async ready(signal) {
      try {
        await exchange.clock.sleep(reply.afterMs ?? 0, signal)
      } catch (error) {
        note('left')
        throw error
      }
    },
    async *frames(signal) {
      if (reply.kind === 'stream') yield* play(serving, reply, note, signal)
    },
    leave: () => note('left'),
  }
}
