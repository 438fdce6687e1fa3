import { type ErrorCode, HEADERS } from '@deep-research/sdk/contract'
import { answer } from './answer.ts'
import type { Derived } from './derive.ts'
import { written } from './envelope.ts'
import { errorReply, type HttpErrorOptions } from './http-error.ts'
import type { Exchange, Reply, Scenario, Step, StreamReply } from './scenario.ts'

export interface ResumableOptions extends Derived {
  /**
   * Per connection, the number of envelopes of the whole stream after which it breaks. Connections beyond the list
   * hold. Default: `[3]`.
   */
  tornAfter?: readonly number[]
  /** Refuses every resuming POST with this error instead of resuming. */
  refuses?: ErrorCode
  /** What goes with that error. */
  refusal?: HttpErrorOptions
}

/** What a run has sent so far, so that a later connection sends the same. */
interface Journal {
  readonly reply: StreamReply
  readonly rest: Iterator<Step>
  readonly steps: Step[]
  connections: number
}

/** Freezes an event as it was when it was first sent, its timestamp included. */
function seal(step: Step, exchange: Exchange): Step {
  if (step.kind !== 'event') return step
  const sealed = written(step, exchange)
  return { ...step, edit: () => sealed }
}

/** The step with that number, taken from the scenario where no connection has come so far yet. */
function stepAt(journal: Journal, index: number, exchange: Exchange): Step | undefined {
  if (index >= journal.steps.length) {
    const { done, value } = journal.rest.next()
    if (done === true) return undefined
    journal.steps.push(seal(value, exchange))
  }
  return journal.steps[index]
}

/** What ends a research: whoever claims to have more than there is gets this, and no bare end. */
const isLast = (step: Step) =>
  step.kind === 'event' && (step.type === 'research.completed' || step.type === 'research.failed')

function* connection(
  journal: Journal,
  exchange: Exchange,
  after: number,
  tornAfter: number | undefined,
): Generator<Step> {
  const old = journal.steps.length
  let arrived = after
  let envelopes = 0
  for (let index = 0; ; index += 1) {
    const step = stepAt(journal, index, exchange)
    if (step === undefined) return
    if (step.kind === 'event') envelopes += 1
    if (isLast(step) && arrived > envelopes) arrived = envelopes - 1
    const behind = index < old && (step.kind === 'wait' || envelopes < arrived)
    const known = behind || (step.kind === 'event' && envelopes <= arrived)
    if (!known) yield step
    if (envelopes === tornAfter) {
      yield { kind: 'tear' }
      return
    }
  }
}

/**
 * Offers to be resumed, and breaks where told: each connection goes on behind the envelopes that its request says
 * have arrived. Events keep their text and timestamps; what was waited for once is not waited for again.
 */
export function resumable(options: ResumableOptions = {}): Scenario {
  const base = options.of ?? answer()
  const { tornAfter = [3], refuses } = options
  const journals = new WeakMap<Exchange, Journal>()
  const connect = (exchange: Exchange, after: number): Reply => {
    let journal = journals.get(exchange)
    if (journal === undefined) {
      const reply = base.reply(exchange)
      if (reply.kind !== 'stream') return reply
      journal = { reply, rest: reply.steps[Symbol.iterator](), steps: [], connections: 0 }
      journals.set(exchange, journal)
    }
    const limit = tornAfter[journal.connections]
    journal.connections += 1
    const headers = { ...journal.reply.headers, [HEADERS.resumable]: 'true' }
    return { ...journal.reply, headers, steps: connection(journal, exchange, after, limit) }
  }
  return {
    name: 'resumable',
    ...(base.refusal === undefined ? {} : { refusal: base.refusal }),
    reply: (exchange) => connect(exchange, 0),
    resume: (exchange, after) =>
      refuses === undefined ? connect(exchange, after) : errorReply(refuses, exchange, options.refusal),
  }
}
