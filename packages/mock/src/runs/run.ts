import type { ResearchFailedData, ResearchResult, ResearchStatus, RetrievedResearch } from '@deep-research/sdk/contract'
import { DEFAULT_REASONING_LEVEL } from '@deep-research/sdk/contract'
import type { Ending } from '#account/account.ts'
import type { Attempt } from '#request/checks.ts'
import type { Exchange, Scenario } from '#scenario/scenario.ts'
import type { Outcome } from './records.ts'

/** What is needed to start a run. */
export interface Beginning {
  readonly scenario: Scenario
  readonly exchange: Exchange
  /** The owner of the run: all keys of an account have the same owner. */
  readonly owner: string
  readonly attempt: Attempt | undefined
  /** Credits that were charged for it. */
  readonly charged: number
  /** Settles the run with the account, once. */
  readonly settle: (ending: Ending) => void
}

/** Admitted research, which outlives its connections. */
export interface Run extends Beginning {
  readonly status: ResearchStatus
  /** Milliseconds since the epoch; `undefined` while it runs. */
  readonly endedAt: number | undefined
  /** The data of its last event. */
  readonly last: object | undefined
  /** Whether it goes on when nobody reads, because a request of its client said so. */
  detached: boolean
  /** Aborted when the run is cancelled from outside its connections. */
  readonly cancelled: AbortSignal
  /**
   * Records that one of its connections ended, with the data of research.completed or research.failed if there was any.
   */
  note(outcome: Outcome, data?: object): void
  /** Records that a client that had disconnected has resumed the run. */
  rejoined(): void
  /** Cancels the run; does nothing if it has ended. */
  cancel(): void
}

/**
 * Makes a run. It continues until it completes or fails, is cancelled, or is left by a client that cannot resume it.
 */
export function createRun(beginning: Beginning): Run {
  const { scenario, exchange, settle } = beginning
  const controller = new AbortController()
  const state: { status: ResearchStatus; endedAt: number | undefined; last: object | undefined } = {
    status: 'running',
    endedAt: undefined,
    last: undefined,
  }
  const end = (status: Exclude<ResearchStatus, 'running'>, last?: object) => {
    if (state.status !== 'running') return
    Object.assign(state, { status, last, endedAt: exchange.clock.now() })
    settle(status === 'cancelled' ? 'left' : status)
  }
  return {
    ...beginning,
    detached: false,
    get status() {
      return state.status
    },
    get endedAt() {
      return state.endedAt
    },
    get last() {
      return state.last
    },
    cancelled: controller.signal,
    note(outcome, data) {
      if (outcome === 'completed' || outcome === 'failed') end(outcome, data)
      else if (outcome === 'left' || scenario.resume === undefined) end('cancelled')
    },
    rejoined() {
      const left = state.status === 'cancelled' && !controller.signal.aborted
      if (left && scenario.resume !== undefined) Object.assign(state, { status: 'running', endedAt: undefined })
    },
    cancel() {
      if (state.status !== 'running') return
      end('cancelled')
      controller.abort()
    },
  }
}

const isoTime = (time: number) => new Date(time).toISOString()

function keptPart(status: ResearchStatus, last: object): Pick<RetrievedResearch, 'result' | 'error'> {
  if (status === 'failed') return { error: (last as ResearchFailedData).error }
  return { result: last as ResearchResult }
}

/** The body that a retrieval of a run returns. `keepsResult` says whether its result or error is still kept. */
export function toRetrieved(run: Run, keepsResult: boolean): RetrievedResearch {
  const { exchange, status, endedAt, last, charged } = run
  const { request, id, startedAt } = exchange
  return {
    request_id: id,
    ...(request.request_id === undefined ? {} : { client_request_id: request.request_id }),
    status,
    reasoning_level: request.reasoning_level ?? DEFAULT_REASONING_LEVEL,
    credits: charged,
    created_at: isoTime(startedAt),
    ...(endedAt === undefined ? {} : { ended_at: isoTime(endedAt) }),
    ...(last !== undefined && keepsResult ? keptPart(status, last) : {}),
  }
}
