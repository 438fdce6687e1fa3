import { HEADERS, type RetrievedResearch } from '@deep-research/sdk/contract'
import { knownKey } from '#request/checks.ts'
import { type Run, toRetrieved } from '#runs/run.ts'
import { isKept } from './resumed-reply.ts'
import type { Served } from './serve.ts'
import { openVisit, ownerOf, refuse, type State, serveReply, type Visit } from './visit.ts'

/** A request about earlier research, which needs a key and nothing else. */
function visitOf(state: State, request: Request): { visit: Visit; owner: string | undefined } {
  const key = knownKey(request.headers, (one) => state.account?.accepts(one) ?? true)
  return { visit: openVisit(state, request, ''), owner: key === undefined ? undefined : ownerOf(state, key) }
}

/** Answers a GET of a research by its id with its status and result. */
export function retrieve(state: State, request: Request, id: string): Served {
  const { visit, owner } = visitOf(state, request)
  if (owner === undefined) return refuse(visit, { code: 'INVALID_API_KEY' })
  const run = state.runs.find(id, owner)
  const retrieved: RetrievedResearch | undefined =
    state.runs.kept(id) ?? (run && toRetrieved(run, isKept(run, state.retentionMs)))
  if (retrieved === undefined) return refuse(visit, { code: 'NOT_FOUND' })
  return serveReply(visit, {
    kind: 'whole',
    status: 200,
    headers: {
      [HEADERS.contentType]: 'application/json; charset=utf-8',
      [HEADERS.requestId]: visit.record.id,
      ...(retrieved.status === 'running' ? { [HEADERS.retryAfter]: '1' } : {}),
    },
    body: JSON.stringify(retrieved),
  })
}

function cancel(visit: Visit, run: Run | undefined): Served {
  if (run === undefined) return refuse(visit, { code: 'NOT_FOUND' })
  run.cancel()
  return serveReply(visit, { kind: 'whole', status: 204, headers: { [HEADERS.requestId]: visit.record.id }, body: '' })
}

/** Answers a DELETE of a research by its id: the research ends at once, and its slot is free. */
export function cancelById(state: State, request: Request, id: string): Served {
  const { visit, owner } = visitOf(state, request)
  if (owner === undefined) return refuse(visit, { code: 'INVALID_API_KEY' })
  return cancel(visit, state.runs.find(id, owner))
}

/** Answers a DELETE of the endpoint: it cancels the research that the `Idempotency-Key` names. */
export function cancelByKey(state: State, request: Request): Served {
  const { visit, owner } = visitOf(state, request)
  const name = request.headers.get(HEADERS.idempotencyKey)
  // A DELETE without an Idempotency-Key is 404 with every credential, like any unknown method of the endpoint.
  if (name === null) return refuse(visit, { code: 'NOT_FOUND' })
  if (owner === undefined) return refuse(visit, { code: 'INVALID_API_KEY' })
  return cancel(visit, state.runs.named(name, owner, state.clock.now()))
}

/** Answers a request for an unknown path or method. */
export function unknown(state: State, request: Request): Served {
  return refuse(openVisit(state, request, ''), { code: 'NOT_FOUND' })
}
