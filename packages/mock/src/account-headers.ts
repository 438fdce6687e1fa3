import { type ErrorCode, HEADERS } from '@deep-research/sdk/contract'
import type { MockAccount } from '#account/account.ts'

const TOLD_OF: readonly ErrorCode[] = ['INSUFFICIENT_CREDITS', 'RATE_LIMIT_EXCEEDED']

/**
 * The headers that tell of the account: on a stream with what was charged for it, and on a 402 or 429. None where there
 * is no account, or one that does not say how it stands.
 */
export function accountHeaders(
  account: MockAccount | undefined,
  of: { charged: number } | ErrorCode,
): Record<string, string> {
  const standing = account?.standing?.()
  if (standing === undefined || (typeof of === 'string' && !TOLD_OF.includes(of))) return {}
  return {
    ...(typeof of === 'string' ? {} : { [HEADERS.creditsCharged]: String(of.charged) }),
    [HEADERS.creditsRemaining]: String(standing.credits),
    [HEADERS.concurrencyLimit]: String(standing.slots),
    [HEADERS.concurrencyRemaining]: String(standing.freeSlots),
  }
}
