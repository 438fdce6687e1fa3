import type { OpenRecord, Outcome } from '#runs/records.ts'
import type { Run } from '#runs/run.ts'
import { isEnvelope } from '#scenario/derive.ts'
import { type Frame, playFrames } from '#scenario/play.ts'
import type { EventStep, Exchange, Reply, Step, StreamReply } from '#scenario/scenario.ts'

/** A reply on its way to a client. */
export interface Served {
  readonly reply: Reply
  /** Waits until the response head is due; rejects with the signal's reason if the client leaves before. */
  ready(signal: AbortSignal): Promise<void>
  /** The frames of a stream. */
  frames(signal: AbortSignal): AsyncGenerator<Frame>
  /** Reports that the client has gone; does nothing if the stream has ended. */
  leave(): void
}

export interface Serving {
  reply: Reply
  exchange: Exchange
  record: OpenRecord
  /** The research that is served, if one was admitted. */
  run?: Run
}

const ENDINGS: Record<string, 'completed' | 'failed'> = {
  'research.completed': 'completed',
  'research.failed': 'failed',
}

type Note = (outcome: Outcome, data?: object) => void

/** The same event; its data is noted when it is written. */
function noting(step: EventStep, ending: 'completed' | 'failed', note: Note): EventStep {
  return {
    ...step,
    edit: (envelope) => {
      const written = step.edit === undefined ? envelope : step.edit(envelope)
      note(ending, isEnvelope(written) ? written.data : envelope.data)
      return written
    },
  }
}

/** The same steps; they tell the record and the run how the stream ended. */
function* watched(steps: Iterable<Step>, note: Note): Generator<Step> {
  for (const step of steps) {
    const ending = step.kind === 'event' && step.cut === undefined ? ENDINGS[step.type] : undefined
    if (step.kind === 'tear') note('torn')
    yield step.kind === 'event' && ending !== undefined ? noting(step, ending, note) : step
  }
  note('truncated')
}

async function* play(serving: Serving, reply: StreamReply, note: Note, signal: AbortSignal): AsyncGenerator<Frame> {
  const { run, exchange } = serving
  const steps = watched(reply.steps, note)
  // Detached research goes on to its end when its reader has left.
  const either = run === undefined ? signal : run.detached ? run.cancelled : AbortSignal.any([signal, run.cancelled])
  try {
    yield* playFrames({ ...reply, steps }, exchange, either)
  } catch (error) {
    if (run?.cancelled.aborted !== true) throw error
    yield { kind: 'tear' } satisfies Frame
  } finally {
    note('left')
  }
}

async function* nothing(): AsyncGenerator<Frame> {}

/** Plays what is left of a stream that nobody reads. */
async function readOn(frames: AsyncGenerator<Frame>): Promise<void> {
  try {
    for (let next = await frames.next(); next.done !== true; next = await frames.next());
  } catch {
    // A run that was cancelled has noted it.
  }
}

function outcomeOf(reply: Reply): Outcome {
  if (reply.kind === 'stream') return 'open'
  return reply.kind === 'whole' && reply.status < 400 ? 'answered' : 'refused'
}

/** Makes a reply servable, and updates the record and the run with what happens on the connection. */
export function serve(serving: Serving): Served {
  const { reply, exchange, record, run } = serving
  record.status = reply.kind === 'unreachable' ? 0 : reply.status
  record.outcome = outcomeOf(reply)
  let isNoted = false
  const note: Note = (outcome, data) => {
    if (isNoted || reply.kind !== 'stream') return
    isNoted = true
    if (record.outcome === 'open') record.outcome = outcome
    run?.note(outcome, data)
  }
  let playing: AsyncGenerator<Frame> | undefined
  const leave = () => {
    if (run?.detached !== true || reply.kind !== 'stream') return note('left')
    if (record.outcome === 'open') record.outcome = 'left'
    playing ??= play(serving, reply, note, run.cancelled)
    void readOn(playing)
  }
  if (reply.kind !== 'stream') run?.note('failed')
  return {
    reply,
    async ready(signal) {
      try {
        await exchange.clock.sleep(reply.afterMs ?? 0, signal)
      } catch (error) {
        leave()
        throw error
      }
    },
    frames(signal) {
      playing ??= reply.kind === 'stream' ? play(serving, reply, note, signal) : nothing()
      const left = () =>
        run?.detached === true && record.outcome === 'open' && Object.assign(record, { outcome: 'left' })
      signal.addEventListener('abort', left, { once: true })
      return playing
    },
    leave,
  }
}
