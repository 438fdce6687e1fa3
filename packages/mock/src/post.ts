import { DEFAULT_REASONING_LEVEL, HEADERS } from '@deep-research/sdk/contract'
import type { MockAccount } from '#account/account.ts'
import type { Clock } from '#scenario/clock.ts'
import { errorReply } from '#scenario/http-error.ts'
import { parseScenario } from '#scenario/named.ts'
import type { Exchange, Reply, Scenario } from '#scenario/scenario.ts'
import { type Accepted, checkRequest, comesBefore, type Problem } from './checks.ts'
import type { Chooser } from './choice.ts'
import { messageOf } from './message-of.ts'
import { type OpenRecord, readJson } from './records.ts'
import type { Run, Runs } from './runs.ts'
import { type Served, serve } from './serve.ts'

/** With this header a request names its scenario as text, before any queue. */
export const SCENARIO_HEADER = 'x-mock-scenario'

/** What a mocked service keeps between requests. */
export interface State {
  readonly clock: Clock
  readonly account: MockAccount | undefined
  readonly chooser: Chooser
  readonly requests: OpenRecord[]
  readonly runs: Runs
  readonly nextId: () => string
}

/** A request on its way through the checks. */
interface Visit {
  readonly state: State
  readonly request: Request
  readonly record: OpenRecord
}

const nothing = () => undefined

/** Whose requests a key's are: the account's, or the key's own where there is none. */
function ownerOf({ account }: State, key: string): string {
  return account === undefined ? key : 'account'
}

/** Takes a request down, as refused until it is more. */
export function openRecord(state: State, request: Request, text: string): OpenRecord {
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
  state.requests.push(record)
  return record
}

function exchangeOf({ state, request, record }: Visit, accepted?: Accepted): Exchange {
  return {
    request: accepted?.request ?? { query: '' },
    requestId: accepted?.request.request_id ?? record.id,
    id: record.id,
    headers: request.headers,
    clock: state.clock,
    startedAt: state.clock.now(),
  }
}

/** Serves a reply that is no admitted request. */
function serveRefusal(visit: Visit, reply: Reply): Served {
  const cancelled = new AbortController().signal
  return serve({ reply, record: visit.record, exchange: exchangeOf(visit), settle: nothing, cancelled })
}

/** Serves an error of the table. */
export function refuse(visit: Visit, { code, ...options }: Problem): Served {
  return serveRefusal(visit, errorReply(code, { id: visit.record.id, clock: visit.state.clock }, options))
}

/** Serves a further connection of a request that was admitted before: nothing is charged, and no slot is taken. */
function rejoin({ record }: Visit, run: Run, reply: Reply): Served {
  record.scenario = run.scenario.name
  record.id = run.exchange.id
  return serve({ reply, record, exchange: run.exchange, settle: nothing, cancelled: run.controller.signal })
}

function resume(visit: Visit, accepted: Accepted, id: string): Served {
  const run = visit.state.runs.find(id, ownerOf(visit.state, accepted.key))
  const after = Number(visit.request.headers.get(HEADERS.lastEventId) ?? '0')
  const same = run?.exchange.request.request_id === accepted.request.request_id
  const valid = same && Number.isInteger(after) && after >= 0
  const reply = valid ? run?.scenario.resume?.(run.exchange, after) : undefined
  return run === undefined || reply === undefined ? refuse(visit, { code: 'NOT_FOUND' }) : rejoin(visit, run, reply)
}

function limitOf({ account }: State, accepted: Accepted): Problem | undefined {
  return account?.refusal(accepted.request.reasoning_level ?? DEFAULT_REASONING_LEVEL)
}

function admit(visit: Visit, scenario: Scenario, accepted: Accepted): Served {
  const { state, record } = visit
  const exchange = exchangeOf(visit, accepted)
  const reply = scenario.reply(exchange)
  const run = state.runs.begin({ scenario, exchange, owner: ownerOf(state, accepted.key), attempt: accepted.attempt })
  const settle = state.account?.admit(accepted.request.reasoning_level ?? DEFAULT_REASONING_LEVEL) ?? nothing
  return serve({ reply, record, exchange, settle, cancelled: run.controller.signal })
}

/** The run that a request belongs to by its headers, served; `undefined` where it is a request of its own. */
function servedByEarlierRun(visit: Visit, accepted: Accepted): Served | undefined {
  const resumed = visit.request.headers.get(HEADERS.resume)
  if (resumed !== null) return resume(visit, accepted, resumed)
  const { state } = visit
  const run = state.runs.attached(accepted.attempt, ownerOf(state, accepted.key), state.clock.now())
  if (run === 'other-body') {
    return refuse(visit, { code: 'INVALID_REQUEST', message: 'This Idempotency-Key came before with another body.' })
  }
  return run && rejoin(visit, run, run.scenario.reply(run.exchange))
}

/** The scenario that the request names in its own header, else the next one; a text says why that header is none. */
function scenarioOf(state: State, request: Request): Scenario | string {
  const told = request.headers.get(SCENARIO_HEADER)
  if (told === null) return state.chooser.take(request)
  try {
    return parseScenario(told)
  } catch (error) {
    return `${SCENARIO_HEADER}: ${messageOf(error)}`
  }
}

/** Answers a POST to the endpoint. The first check that fails answers, be it the request's or the scenario's. */
export async function post(state: State, request: Request): Promise<Served> {
  const { text, accepted, problem } = await checkRequest(request, (key) => state.account?.accepts(key) ?? true)
  const visit: Visit = { state, request, record: openRecord(state, request, text) }
  const earlier = accepted && servedByEarlierRun(visit, accepted)
  if (earlier !== undefined) return earlier
  const scenario = scenarioOf(state, request)
  if (typeof scenario === 'string') return refuse(visit, { code: 'INVALID_REQUEST', message: scenario })
  visit.record.scenario = scenario.name
  const refusal = problem ?? (accepted && limitOf(state, accepted))
  if (scenario.refusal !== undefined && comesBefore(scenario.refusal, refusal?.code)) {
    return serveRefusal(visit, scenario.reply(exchangeOf(visit, accepted)))
  }
  if (refusal !== undefined) return refuse(visit, refusal)
  return accepted === undefined ? refuse(visit, { code: 'INVALID_REQUEST' }) : admit(visit, scenario, accepted)
}

/** Answers a DELETE of an admitted request: it ends at once, and its slot is free. */
export function cancel(state: State, request: Request, id: string, key: string | undefined): Served {
  const visit: Visit = { state, request, record: openRecord(state, request, '') }
  if (key === undefined) return refuse(visit, { code: 'INVALID_API_KEY' })
  const run = state.runs.find(id, ownerOf(state, key))
  if (run === undefined) return refuse(visit, { code: 'NOT_FOUND' })
  run.controller.abort()
  const headers = { [HEADERS.requestId]: visit.record.id }
  return serveRefusal(visit, { kind: 'whole', status: 204, headers, body: '' })
}

/** Answers what is no endpoint. */
export function unknown(state: State, request: Request): Served {
  return refuse({ state, request, record: openRecord(state, request, '') }, { code: 'NOT_FOUND' })
}
