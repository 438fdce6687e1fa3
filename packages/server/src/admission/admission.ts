import { REASONING_LEVELS } from '@deep-research/sdk/contract'
import type { Claim } from '#jobs/claim.ts'
import type { EventLog, Feed, Job, Jobs, SettleJob } from '#jobs/ports.ts'
import type { RunStore } from '#jobs/run-store.ts'
import { MOST_TRIES } from '#jobs/tries.ts'
import type { Clock } from '#kernel/clock.ts'
import { describeError, type Log } from '#kernel/log.ts'
import { wait } from '#kernel/retry-pause.ts'
import {
  type AccountHeaders,
  type ApiError,
  backendUnreachable,
  draining,
  invalidRequest,
  notFound,
  outOfReach,
} from '#protocol/api-error.ts'
import { isServerRequestId, type Resumption } from '#protocol/attempt-headers.ts'
import { hashRequest } from '#protocol/body-hash.ts'
import type { ParsedRequest } from '#protocol/parse-request.ts'
import { findFeed } from './find-feed.ts'
import type { AdmissionStore, AdmitCommand } from './ports.ts'
import { refuseAdmission } from './refusal.ts'
import { type Retrieved, retrieved } from './retrieve.ts'
import { endOfLost, type Settle } from './settle.ts'

export interface AdmissionParts {
  store: AdmissionStore
  runs: Pick<RunStore, 'claim'>
  events: EventLog
  jobs: Jobs
  settle: Settle
  clock: Clock
  log: Log
  /** Whether this process is the one that may admit requests. */
  inCharge: () => boolean | Promise<boolean>
}

/** The client that is waiting for an answer. */
export interface Caller {
  /** Calls a function when the client disconnects, or at once if it already has; the returned function unsubscribes. */
  onGone(left: () => void): () => void
}

/** A checked request of an account, and the id that it gets if it is a new one. */
export interface Attempt {
  id: string
  accountId: string
  /** The key of the request; undefined for a session. */
  keyId?: string | undefined
  request: ParsedRequest
  idempotencyKey: string | undefined
  /** Whether it goes on when nobody reads it. */
  detached: boolean
  caller: Caller
}

/** A feed, and the position from which the client reads on. */
export interface AdmittedStream {
  feed: Feed
  from: number
  account: AccountHeaders
  /** Must be called once the client reads the feed or has gone; until then it counts as a reader. */
  seated(): void
}

/** Admits checked requests, and connects clients to requests that they made before. */
export interface Admission {
  /**
   * Takes a slot, charges the credits and starts the job, after the credential and the body were checked. If an earlier
   * attempt with the same idempotency key made a request, it leads to that request instead and costs nothing. A refusal
   * costs nothing and takes no slot.
   */
  admit(attempt: Attempt): Promise<AdmittedStream | { error: ApiError }>
  /** Resumes a request of the account. `detached` lets it go on from now on when nobody reads it. */
  resume(resumption: Resumption, accountId: string, detached: boolean): Promise<AdmittedStream | { error: ApiError }>
  /** The state of a request of the account; of one that is running also when to ask again, in whole seconds. */
  retrieve(id: string, accountId: string): Promise<Retrieved | { error: ApiError }>
  /** Cancels a request of the account at once; refuses if no request has that id, or if it cannot be reached. */
  cancel(id: string, accountId: string): Promise<ApiError | undefined>
  /** The same, by the idempotency key of the request. */
  cancelNamed(idempotencyKey: string, accountId: string): Promise<ApiError | undefined>
  /**
   * Takes care of requests that run in no process. Those that a dead process left are taken up again if the engine can
   * go on with them. All others are settled as failed and refunded, as are those that were committed after the service
   * gave up the connection. Call it with `start` once the service listens, and without it from time to time.
   */
  recover(when?: 'start'): Promise<Recovered>
}

/** How many requests were recovered in each way. */
export interface Recovered {
  takenUp: number
  settled: number
}

/** Milliseconds that a client whose admission failed waits for its charge to be refunded and its slot to be freed. */
const CLEAR_WITHIN = 2_500

/** What all requests share. */
interface Shared extends AdmissionParts {
  settleJob: SettleJob
  /** While requests of a dead process are taken up: whoever asks for one of them waits. */
  takingUp: Promise<unknown> | undefined
}

export function createAdmission(given: AdmissionParts): Admission {
  const { store, clock } = given
  const parts: Shared = { ...given, settleJob: settling(given.settle), takingUp: undefined }
  return {
    admit: (attempt) => admit(parts, attempt),
    resume: (resumption, accountId, detached) => resume(parts, resumption, { accountId, detached }),
    async retrieve(id, accountId) {
      const request = isServerRequestId(id) ? await store.find(id, accountId, clock.now()) : undefined
      return request ? await retrieved(parts, request) : { error: notFound }
    },
    cancel: (id, accountId) => cancel(parts, id, accountId),
    async cancelNamed(idempotencyKey, accountId) {
      const id = await store.findNamed(accountId, idempotencyKey, clock.now())
      return id === undefined ? notFound : await cancel(parts, id, accountId)
    },
    async recover(when) {
      const recovering = recover(parts, when === 'start')
      if (when === 'start') parts.takingUp = recovering.catch(() => {})
      try {
        return await recovering
      } finally {
        parts.takingUp = undefined
      }
    },
  }
}

async function recover(parts: Shared, takeUp: boolean): Promise<Recovered> {
  const { store, runs, jobs, settle, settleJob, clock } = parts
  const lost = (await store.unfinished()).filter(({ id }) => !jobs.follow(id))
  const recovered = { takenUp: 0, settled: 0 }
  for (const request of lost) {
    // A process that ends leaves requests to the next one.
    if (!jobs.accepting) break
    // A process that still runs it, although it lost the database, can write no more from now on.
    const run = await runs.claim(request.id, { engine: jobs.engine, now: clock.now() })
    if (!run) continue
    const { claim } = run.job
    const exhausted = run.tries > MOST_TRIES
    if (takeUp && !exhausted && (await jobs.takeUp(run, settleJob))) recovered.takenUp += 1
    else {
      await settle(claim, endOfLost(request, exhausted ? 'RESEARCH_FAILED' : 'SERVER_RESTARTED', clock))
      recovered.settled += 1
    }
  }
  return recovered
}

async function admit(parts: Shared, attempt: Attempt): Promise<AdmittedStream | { error: ApiError }> {
  const { store, jobs, settleJob } = parts
  if (!jobs.accepting) return { error: draining }
  if (!(await parts.inCharge())) return { error: backendUnreachable }
  // The job is prepared before it is admitted, because another attempt with the same idempotency key may join it right
  // after.
  const job = jobs.prepare(toJob(parts, attempt))
  const admitted = await store.admit(toCommand(parts, attempt)).catch(async (error) => {
    job.discard()
    await clearAway(parts, attempt)
    throw error
  })
  if (admitted.kind === 'admitted') {
    const { standing } = admitted
    const seated = reserve(job.feed, attempt.caller)
    // Accounts with fewer running requests come first, so that nobody's burst holds up the others.
    const rank = standing.slots - standing.freeSlots - 1
    const started = await job.start(settleJob, rank)
    if (!started) return { error: backendUnreachable }
    return { feed: job.feed, from: 0, seated, account: { ...standing, charged: creditsOf(attempt) } }
  }
  job.discard()
  if (admitted.kind === 'mismatch') return { error: otherBody }
  if (admitted.kind !== 'attach') return { error: await refuseAdmission(parts, admitted) }
  await parts.takingUp
  if (attempt.detached) await detach(parts, admitted.id, attempt.accountId)
  const found = await findFeed(parts, admitted.id, attempt.accountId)
  if ('error' in found) return found
  const { feed } = found
  return { feed, from: feed.start(0), seated() {}, account: { ...admitted.standing, charged: admitted.credits } }
}

/**
 * Counts a caller as a reader from the moment it is let in, so that the grace period begins even if the caller hangs up
 * before the response begins.
 */
function reserve(feed: Feed, caller: Caller): () => void {
  const reader = { feedChanged() {} }
  feed.watch(reader)
  const leave = () => feed.unwatch(reader)
  const forget = caller.onGone(leave)
  return () => {
    forget()
    leave()
  }
}

/** The database may have committed although its reply was lost. If so, this refunds the charge and frees the slot. */
async function clearAway(parts: AdmissionParts, attempt: Attempt): Promise<void> {
  const { settle, clock, log } = parts
  const { id, request } = attempt
  const { requestId: clientRequestId, metadata } = request
  const lost = endOfLost({ id, clientRequestId, metadata }, 'PROXY_ERROR', clock)
  // If this fails, `recover` does it later.
  const settled = settle(claimOf(parts, attempt), lost).catch((error) => {
    log.warn({ request_id: id, ...describeError(error) }, 'an admission of unknown outcome was not settled')
  })
  await Promise.race([settled, wait(CLEAR_WITHIN)])
}

async function resume(
  parts: Shared,
  { id, after }: Resumption,
  { accountId, detached }: { accountId: string; detached: boolean },
): Promise<AdmittedStream | { error: ApiError }> {
  if (!isServerRequestId(id)) return { error: notFound }
  const standing = await parts.store.standing(accountId, parts.clock.now())
  if (!standing) return { error: notFound }
  await parts.takingUp
  if (detached) await detach(parts, id, accountId)
  // The feed comes last, since one that nobody reads for a while is given up.
  const found = await findFeed(parts, id, accountId)
  if ('error' in found) return found
  const { feed, request } = found
  return { feed, from: feed.start(after), seated() {}, account: { ...standing, charged: request.credits } }
}

/** Lets a request go on when nobody reads it. */
async function detach({ store, jobs, clock }: Shared, id: string, accountId: string): Promise<void> {
  if (!(await store.find(id, accountId, clock.now()))) return
  await store.detach(id, accountId)
  jobs.detach(id)
}

async function cancel(
  { store, jobs, clock, takingUp }: Shared,
  id: string,
  accountId: string,
): Promise<ApiError | undefined> {
  const running = async () => {
    const request = isServerRequestId(id) ? await store.find(id, accountId, clock.now()) : undefined
    return request && request.status === 'running'
  }
  await takingUp
  const known = await running()
  if (known === undefined) return notFound
  if (!known) return undefined
  if (jobs.follow(id)) return (await jobs.cancel(id)) ? undefined : outOfReach
  // The request may have ended since.
  return (await running()) ? outOfReach : undefined
}

/** The claim with which a request begins: that of this process, or that of nobody. */
function claimOf({ jobs }: AdmissionParts, { id }: Attempt): Claim & Pick<AdmitCommand, 'epoch'> {
  return { id, epoch: jobs.runHere ? 1 : 0 }
}

function settling(settle: Settle): SettleJob {
  // A request that does not exist has nothing to settle and no reader.
  return async (claim, end) => (await settle(claim, end)) ?? { last: undefined, own: false }
}

const otherBody = invalidRequest(
  'This Idempotency-Key was used with another body. Send the same body, use another key, or leave the header out.',
)

function creditsOf({ request }: Attempt): number {
  return REASONING_LEVELS[request.level].credits
}

function toCommand(parts: AdmissionParts, attempt: Attempt): AdmitCommand {
  const { accountId, keyId, request, idempotencyKey, detached } = attempt
  const { query, level, metadata, requestId: clientRequestId, includeThinking, includeToolCalls } = request
  const bodyHash = hashRequest(request)
  const credits = creditsOf(attempt)
  const asked = { query, level, metadata, clientRequestId, includeThinking, includeToolCalls }
  const by = { accountId, keyId, engine: parts.jobs.engine, now: parts.clock.now() }
  return { ...claimOf(parts, attempt), ...asked, ...by, credits, bodyHash, idempotencyKey, detached }
}

function toJob(parts: AdmissionParts, attempt: Attempt): Job {
  const { id, keyId, request, detached } = attempt
  const { query, level, includeThinking, includeToolCalls, metadata, requestId = id } = request
  return {
    claim: claimOf(parts, attempt),
    task: { query, level },
    envelopes: { requestId, includeThinking, includeToolCalls, metadata },
    // What is asked on a page of the dashboard is found again there, and goes on when the page is left.
    attended: keyId !== undefined && !detached,
  }
}
