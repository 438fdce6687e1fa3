import { ERRORS, type ErrorCode, HEADERS } from '@deep-research/sdk/contract'
import { checkOptions } from '#options/check-options.ts'
import { answer } from './answer.ts'
import type { Derived } from './derive.ts'
import { written } from './envelope.ts'
import { errorReply, type HttpErrorOptions } from './http-error.ts'
import type { Exchange, Reply, Scenario, Step, StreamReply } from './scenario.ts'

/** Where a stream breaks off that can be resumed. */
export interface ResumableOptions extends Derived {
  /**
   * For each connection, after how many envelopes of the whole stream it breaks. Further connections do not break.
   * Default: `[3]`.
   */
  tornAfter?: readonly number[]
  /** Refuses every resuming POST with this error instead of resuming. */
  refuses?: ErrorCode
  /** Options of that error. */
  refusal?: HttpErrorOptions
}

const CODES = Object.keys(ERRORS)

/** What a run has sent so far, so that a later connection sends the same. */
interface Journal {
  readonly reply: StreamReply
  readonly rest: Iterator<Step>
  readonly steps: Step[]
  connections: number
}

/** Fixes an event as it was first sent, including its timestamp. */
function seal(step: Step, exchange: Exchange): Step {
  if (step.kind !== 'event') return step
  const sealed = written(step, exchange)
  return { ...step, edit: () => sealed }
}

/** The step with that number, taken from the scenario if no connection has reached it yet. */
function stepAt(journal: Journal, index: number, exchange: Exchange): Step | undefined {
  if (index >= journal.steps.length) {
    const { done, value } = journal.rest.next()
    if (done === true) return undefined
    journal.steps.push(seal(value, exchange))
  }
  return journal.steps[index]
}

/**
 * The step that ends research. A client that claims more envelopes than exist gets this step rather than an empty
 * stream.
 */
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
 * Offers to be resumed, and breaks where it is told to: each connection continues after the envelopes that its request
 * claims. Events keep their text and timestamps, and nothing is waited for twice.
 */
export function resumable(options: ResumableOptions = {}): Scenario {
  checkOptions('resumable', options, { of: 'scenario', tornAfter: 'list', refuses: CODES, refusal: 'object' })
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
