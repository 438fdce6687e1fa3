import { REASONING_LEVELS } from '@deep-research/sdk/contract'
import type { EventLog, Feed, Job, Jobs, SettleJob } from '#jobs/ports.ts'
import { openStoredFeed } from '#jobs/stored-feed.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import { type ApiError, backendUnreachable, draining, invalidRequest, notFound } from '#protocol/api-error.ts'
import { type AttemptHeaders, isServerRequestId } from '#protocol/attempt-headers.ts'
import { hashRequest } from '#protocol/body-hash.ts'
import type { ParsedRequest } from '#protocol/parse-request.ts'
import type { AdmissionStore, AdmitCommand } from './ports.ts'
import { refuseAdmission } from './refusal.ts'
import type { Settle } from './settle.ts'

export interface AdmissionParts {
  store: AdmissionStore
  events: EventLog
  jobs: Jobs
  settle: Settle
  clock: Clock
  log: Log
  /** Whether this process is the one that may let requests in. */
  inCharge: () => boolean
}

/** A checked request of an account, and the id that it gets where it is a new one. */
export interface Attempt extends AttemptHeaders {
  id: string
  accountId: string
  request: ParsedRequest
}

/** A feed, and how many of its envelopes the caller has already. */
export interface Let {
  feed: Feed
  after: number
}

/** Lets checked requests in. */
export interface Admission {
  /**
   * The rest of the order of checks, after credential and body: slot, charge, start; or the way back to a request
   * that was let in before, which costs nothing. A refusal costs nothing and holds no slot.
   */
  admit(attempt: Attempt): Promise<Let | { error: ApiError }>
  /** Ends a request of the account at once; the refusal where there is none of that id. */
  cancel(id: string, accountId: string): Promise<ApiError | undefined>
  /**
   * Settles requests that run in no process, as failed and refunded: what a dead process left, and what was committed
   * after its connection was given up. To be called before the first request, and from time to time.
   * @returns how many there were.
   */
  recover(): Promise<number>
}

export function createAdmission(parts: AdmissionParts): Admission {
  const { store, jobs, settle } = parts
  return {
    admit: (attempt) => (attempt.resume ? resume(parts, attempt, attempt.resume) : admit(parts, attempt)),
    async cancel(id, accountId) {
      const request = isServerRequestId(id) ? await store.find(id, accountId) : undefined
      if (!request) return notFound
      await jobs.cancel(id)
      return undefined
    },
    async recover() {
      const ids = (await store.unfinished()).filter((id) => !jobs.follow(id))
      for (const id of ids) await settle(id, { status: 'failed', code: 'PROXY_ERROR', unstarted: true })
      return ids.length
    },
  }
}

async function admit(parts: AdmissionParts, attempt: Attempt): Promise<Let | { error: ApiError }> {
  const { store, jobs, settle, clock } = parts
  const { id } = attempt
  if (!jobs.accepting) return { error: draining }
  if (!parts.inCharge()) return { error: backendUnreachable }
  // Prepared before it is admitted: another attempt of the same name may follow it from that moment on.
  const job = jobs.prepare(toJob(attempt))
  const admitted = await store.admit(toCommand(attempt, clock.now())).catch((error) => {
    job.discard()
    // The answer may have been lost after the commit: then there is a charge and a slot to give back.
    settle(id, { status: 'failed', code: 'PROXY_ERROR', unstarted: true }).catch(() => {})
    throw error
  })
  if (admitted.kind === 'admitted') {
    const started = await job.start(settling(settle, id))
    return started ? { feed: job.feed, after: 0 } : { error: backendUnreachable }
  }
  job.discard()
  if (admitted.kind === 'mismatch') return { error: otherBody('Idempotency-Key') }
  if (admitted.kind !== 'attach') return { error: await refuseAdmission(parts, admitted) }
  const feed = await findFeed(parts, admitted.id, attempt.accountId)
  return feed ? { feed, after: 0 } : { error: backendUnreachable }
}

async function resume(
  parts: AdmissionParts,
  { accountId, request }: Attempt,
  { id, after }: { id: string; after: number },
): Promise<Let | { error: ApiError }> {
  const kept = isServerRequestId(id) ? await parts.store.find(id, accountId) : undefined
  const feed = kept && (await findFeed(parts, id, accountId))
  if (!feed) return { error: notFound }
  if (kept.bodyHash !== hashRequest(request)) return { error: otherBody('X-Research-Resume') }
  if (after <= feed.length) return { feed, after }
  return { error: invalidRequest(`Last-Event-ID is ${after}, but the stream has only ${feed.length} envelopes.`) }
}

/** Keeps the id for as long as the research takes, and not the whole attempt. */
function settling(settle: Settle, id: string): SettleJob {
  return (outcome) => settle(id, outcome)
}

/** The feed of a request, while it runs and as long as its events are kept. */
async function findFeed(
  { store, jobs, events, clock }: AdmissionParts,
  id: string,
  accountId: string,
): Promise<Feed | undefined> {
  const live = jobs.follow(id)
  if (live) return live
  // Read now, and not before: a job is no longer live only after its end was written.
  const request = await store.find(id, accountId)
  if (!request || request.status === 'running' || (request.eventsUntil ?? 0) <= clock.now()) return undefined
  return await openStoredFeed(events, id, request.status)
}

function otherBody(header: string): ApiError {
  return invalidRequest(`${header} names a request with another body. Send the same body, or leave the header out.`)
}

function toCommand({ id, accountId, request, idempotencyKey }: Attempt, now: number): AdmitCommand {
  const { query, level, metadata, requestId: clientRequestId } = request
  const { credits } = REASONING_LEVELS[level]
  const bodyHash = hashRequest(request)
  return { id, accountId, clientRequestId, query, level, credits, metadata, bodyHash, idempotencyKey, now }
}

function toJob({ id, request }: Attempt): Job {
  const { query, level, includeThinking, includeToolCalls, metadata, requestId = id } = request
  return { id, task: { query, level }, envelopes: { requestId, includeThinking, includeToolCalls, metadata } }
}
