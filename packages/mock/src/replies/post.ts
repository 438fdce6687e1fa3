import { DEFAULT_REASONING_LEVEL, HEADERS, REASONING_LEVELS } from '@deep-research/sdk/contract'
import { accountHeaders } from '#request/account-headers.ts'
import { type Accepted, checkRequest, comesBefore, type Problem } from '#request/checks.ts'
import { messageOf } from '#request/message-of.ts'
import type { Run } from '#runs/run.ts'
import { parseScenario } from '#scenario/named.ts'
import type { Reply, Scenario } from '#scenario/scenario.ts'
import { resumedReply } from './resumed-reply.ts'
import { type Served, serve } from './serve.ts'
import { exchangeOf, openVisit, ownerOf, refuse, type State, serveReply, type Visit } from './visit.ts'

/** In this header a request names its scenario as text; it comes before any queue. */
export const SCENARIO_HEADER = 'x-mock-scenario'

const nothing = () => undefined

/** A stream with the account's headers in its head. */
function telling(reply: Reply, headers: Record<string, string>): Reply {
  return reply.kind === 'stream' ? { ...reply, headers: { ...headers, ...reply.headers } } : reply
}

/**
 * Lets research go on without a reader from now on, if the request says so and the research can be resumed; returns the
 * header that says it does.
 */
function detach(run: Run, { headers }: Request): Record<string, string> {
  if (headers.get(HEADERS.detached) !== 'true' || run.scenario.resume === undefined) return {}
  run.detached = true
  return { [HEADERS.detached]: 'true' }
}

/** Serves another connection of earlier research: nothing is charged, and no slot is taken. */
function rejoin({ state, record, request }: Visit, run: Run, reply: Reply): Served {
  record.scenario = run.scenario.name
  record.id = run.exchange.id
  run.rejoined()
  const told = telling(reply, { ...accountHeaders(state.account, { charged: run.charged }), ...detach(run, request) })
  return serve({ reply: told, record, exchange: run.exchange, run })
}

function resume(visit: Visit, key: string, id: string): Served {
  const { state, request } = visit
  const run = state.runs.find(id, ownerOf(state, key))
  const after = Number(request.headers.get(HEADERS.lastEventId) ?? '0')
  const valid = Number.isInteger(after) && after >= 0
  const reply = run && valid ? resumedReply(run, after, state.retentionMs) : undefined
  return run === undefined || reply === undefined ? refuse(visit, { code: 'NOT_FOUND' }) : rejoin(visit, run, reply)
}

const levelOf = ({ request }: Accepted) => request.reasoning_level ?? DEFAULT_REASONING_LEVEL

function admit(visit: Visit, scenario: Scenario, accepted: Accepted): Served {
  const { state, record } = visit
  const { account } = state
  const exchange = exchangeOf(visit, accepted)
  const reply = scenario.reply(exchange)
  const level = levelOf(accepted)
  const { credits: charged } = REASONING_LEVELS[level]
  const run = state.runs.begin({
    scenario,
    exchange,
    owner: ownerOf(state, accepted.key),
    attempt: accepted.attempt,
    charged,
    settle: account?.admit(level) ?? nothing,
  })
  const headers = { ...accountHeaders(account, { charged }), ...detach(run, visit.request) }
  return serve({ reply: telling(reply, headers), record, exchange, run })
}

/** Serves the earlier research that an attempt's `Idempotency-Key` names; `undefined` for a new attempt. */
function servedByEarlierRun(visit: Visit, accepted: Accepted): Served | undefined {
  const { state } = visit
  const run = state.runs.attached(accepted.attempt, ownerOf(state, accepted.key), state.clock.now())
  if (run === 'other-body') {
    return refuse(visit, { code: 'INVALID_REQUEST', message: 'This Idempotency-Key was used with another body.' })
  }
  return run && rejoin(visit, run, run.scenario.reply(run.exchange))
}

/** The scenario in the request's own header, else the next one. A text says why the header is invalid. */
function scenarioOf(state: State, request: Request): Scenario | string {
  const told = request.headers.get(SCENARIO_HEADER)
  if (told === null) return state.chooser.take(request)
  try {
    return parseScenario(told)
  } catch (error) {
    return `${SCENARIO_HEADER}: ${messageOf(error)}`
  }
}

/** Answers with a scenario, or with the refusal of a check that comes before it. */
function play(visit: Visit, accepted: Accepted | undefined, problem: Problem | undefined): Served {
  const { state, request } = visit
  const scenario = scenarioOf(state, request)
  if (typeof scenario === 'string') return refuse(visit, { code: 'INVALID_REQUEST', message: scenario })
  visit.record.scenario = scenario.name
  const refusal = problem ?? (accepted && state.account?.refusal(levelOf(accepted)))
  if (scenario.refusal !== undefined && comesBefore(scenario.refusal, refusal?.code)) {
    return serveReply(visit, scenario.reply(exchangeOf(visit, accepted)))
  }
  if (refusal !== undefined) return refuse(visit, refusal)
  return accepted === undefined ? refuse(visit, { code: 'INVALID_REQUEST' }) : admit(visit, scenario, accepted)
}

/**
 * Answers a POST to the endpoint. The first check that fails decides, whether it belongs to the request or to the
 * scenario.
 */
export async function post(state: State, request: Request): Promise<Served> {
  const { text, key, accepted, problem } = await checkRequest(request, (one) => state.account?.accepts(one) ?? true)
  const visit = openVisit(state, request, text)
  const resumed = request.headers.get(HEADERS.resume)
  if (resumed !== null && key !== undefined) return resume(visit, key, resumed)
  return (accepted && servedByEarlierRun(visit, accepted)) ?? play(visit, accepted, problem)
}
