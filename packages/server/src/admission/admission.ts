import { type ErrorCode, REASONING_LEVELS, type ReasoningLevel } from '@deep-research/sdk/contract'
import type { Feed, Job, Jobs } from '#jobs/ports.ts'
import type { Clock } from '#kernel/clock.ts'
import { describeError, type Log } from '#kernel/log.ts'
import { type ApiError, backendUnreachable, draining } from '#protocol/api-error.ts'
import type { ParsedRequest } from '#protocol/parse-request.ts'
import type { AdmissionStore, AdmitCommand, Admitted } from './ports.ts'
import { estimateRetryAfter } from './retry-after.ts'
import type { Settle } from './settle.ts'

export interface AdmissionParts {
  store: AdmissionStore
  jobs: Jobs
  settle: Settle
  clock: Clock
  log: Log
}

/** Lets checked requests in. */
export interface Admission {
  /**
   * Slot, charge, start: the rest of the order of checks, after credential and body. A refusal costs nothing and
   * holds no slot.
   */
  admit(id: string, accountId: string, request: ParsedRequest): Promise<{ feed: Feed } | { error: ApiError }>
  /**
   * Settles what a dead process left running, as failed and refunded. To be called once, before the first request.
   * @returns how many there were.
   */
  recover(): Promise<number>
}

/** Completed requests whose durations tell how long a level takes. */
const RECENT = 50

export function createAdmission(parts: AdmissionParts): Admission {
  const { store, jobs, settle, clock, log } = parts
  return {
    async admit(id, accountId, request) {
      if (!jobs.accepting) return { error: draining }
      const admitted = await store.admit(toCommand(id, accountId, request, clock.now()))
      if (admitted.kind !== 'admitted') return { error: await refuse(parts, admitted) }
      try {
        return { feed: await jobs.start(toJob(id, request), (outcome) => settle(id, outcome)) }
      } catch (error) {
        log.error({ request_id: id, ...describeError(error) }, 'the engine did not start')
        await settle(id, { status: 'failed', code: 'PROXY_ERROR' })
        return { error: backendUnreachable }
      }
    },
    async recover() {
      const ids = await store.unfinished()
      for (const id of ids) await settle(id, { status: 'failed', code: 'PROXY_ERROR' })
      return ids.length
    },
  }
}

function toCommand(id: string, accountId: string, request: ParsedRequest, now: number): AdmitCommand {
  const { query, level, metadata, requestId } = request
  const { credits } = REASONING_LEVELS[level]
  return { id, accountId, clientRequestId: requestId, query, level, credits, metadata, now }
}

function toJob(id: string, request: ParsedRequest): Job {
  const { query, level, includeThinking, includeToolCalls, metadata, requestId = id } = request
  return { id, task: { query, level }, envelopes: { requestId, includeThinking, includeToolCalls, metadata } }
}

async function refuse(
  { store, clock }: AdmissionParts,
  refused: Exclude<Admitted, { kind: 'admitted' }>,
): Promise<ApiError> {
  if (refused.kind === 'short') {
    return refusal('INSUFFICIENT_CREDITS', refused.secondsToRenewal, [
      `The balance of ${refused.balance} credits does not cover this request.`,
      'Add credits, choose a lower reasoning_level, or wait for the renewal.',
    ])
  }
  const durations: Partial<Record<ReasoningLevel, number[]>> = {}
  for (const { level } of refused.running) durations[level] ??= await store.durations(level, RECENT)
  const seconds = estimateRetryAfter(refused.running, durations, clock.now())
  return refusal('RATE_LIMIT_EXCEEDED', seconds, [
    `The account's tier allows ${refused.slots} concurrent request${refused.slots === 1 ? '' : 's'}.`,
    'Retry when one of the running requests has ended.',
  ])
}

function refusal(code: ErrorCode, retryAfterSeconds: number, sentences: string[]): ApiError {
  return { code, message: sentences.join(' '), retryAfterSeconds }
}
