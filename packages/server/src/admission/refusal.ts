import type { ReasoningLevel } from '@deep-research/sdk/contract'
import type { Clock } from '#kernel/clock.ts'
import { type ApiError, invalidApiKey } from '#protocol/api-error.ts'
import type { AdmissionStore, Admitted } from './ports.ts'
import { estimateRetryAfter, RECENT } from './retry-after.ts'

type Refused = Extract<Admitted, { kind: 'busy' | 'short' | 'over-budget' | 'suspended' }>

/**
 * The refusal for a client without a free slot, enough credits or enough budget, with the time after which it may try
 * again.
 */
export async function refuseAdmission(
  { store, clock }: { store: AdmissionStore; clock: Clock },
  refused: Refused,
): Promise<ApiError> {
  if (refused.kind === 'suspended') return invalidApiKey
  const { standing } = refused
  if (refused.kind === 'short') {
    return {
      standing,
      code: 'INSUFFICIENT_CREDITS',
      message:
        `The balance of ${standing.balance} credits does not cover this request. ` +
        'Add credits, choose a lower reasoning_level, or wait for the renewal.',
      retryAfterSeconds: refused.secondsToRenewal,
    }
  }
  if (refused.kind === 'over-budget') {
    return {
      standing,
      code: 'INSUFFICIENT_CREDITS',
      message:
        `This ${refused.of} has ${refused.left} of its ${refused.budget} credits left this month, too few for this request. ` +
        `Raise its ${refused.of === 'key' ? 'budget' : 'spending limit'} in the dashboard, choose a lower reasoning_level, or wait for the renewal.`,
      retryAfterSeconds: refused.secondsToRenewal,
    }
  }
  const durations: Partial<Record<ReasoningLevel, number[]>> = {}
  for (const { level } of refused.running) durations[level] ??= await store.durations(level, RECENT)
  return {
    standing,
    code: 'RATE_LIMIT_EXCEEDED',
    message:
      `The account's tier allows ${standing.slots} concurrent request${standing.slots === 1 ? '' : 's'}. ` +
      'Retry when a running request has ended.',
    retryAfterSeconds: estimateRetryAfter(refused.running, durations, clock.now()),
  }
}
