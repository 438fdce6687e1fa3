import type { MockAccount } from '#account/account.ts'
import { accountHeaders } from '#request/account-headers.ts'
import type { Accepted, Problem } from '#request/checks.ts'
import type { Chooser } from '#runs/choice.ts'
import { type OpenRecord, readJson } from '#runs/records.ts'
import type { RequestLog } from '#runs/request-log.ts'
import type { Runs } from '#runs/runs.ts'
import type { Clock } from '#scenario/clock.ts'
import { errorReply } from '#scenario/http-error.ts'
import type { Exchange, Reply } from '#scenario/scenario.ts'
import { type Served, serve } from './serve.ts'

/** What a mocked service remembers between requests. */
export interface State {
  readonly clock: Clock
  readonly account: MockAccount | undefined
  readonly chooser: Chooser
  readonly log: RequestLog
  readonly runs: Runs
  readonly nextId: () => string
  /** How long results are kept, in milliseconds. */
  readonly retentionMs: number
}

/** A request that passes through the checks. */
export interface Visit {
  readonly state: State
  readonly request: Request
  readonly record: OpenRecord
}

/** The owner of a key's requests: the account, or the key itself if there is no account. */
export function ownerOf({ account }: State, key: string): string {
  return account === undefined ? key : 'account'
}

/** Records a request, which counts as refused until it is answered otherwise. */
export function openVisit(state: State, request: Request, text: string): Visit {
  const record: OpenRecord = {
    at: state.clock.now(),
    method: request.method,
    path: new URL(request.url).pathname,
    headers: Object.fromEntries(request.headers),
    text,
    body: readJson(text),
    id: state.nextId(),
    scenario: undefined,
    status: 0,
    outcome: 'refused',
  }
  state.log.add(record)
  return { state, request, record }
}

export function exchangeOf({ state, request, record }: Visit, accepted?: Accepted): Exchange {
  return {
    request: accepted?.request ?? { query: '' },
    requestId: accepted?.request.request_id ?? record.id,
    id: record.id,
    headers: request.headers,
    clock: state.clock,
    startedAt: state.clock.now(),
  }
}

/** Serves a reply that belongs to no admitted research. */
export function serveReply(visit: Visit, reply: Reply): Served {
  return serve({ reply, record: visit.record, exchange: exchangeOf(visit) })
}

/** Serves an error of the specification. */
export function refuse(visit: Visit, { code, ...options }: Problem): Served {
  const { state, record } = visit
  const headers = accountHeaders(state.account, code)
  return serveReply(visit, errorReply(code, { id: record.id, clock: state.clock }, { ...options, headers }))
}
