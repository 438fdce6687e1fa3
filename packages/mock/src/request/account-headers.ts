import { type ErrorCode, HEADERS } from '@deep-research/sdk/contract'
import type { MockAccount } from '#account/account.ts'

const TOLD_OF: readonly ErrorCode[] = ['INSUFFICIENT_CREDITS', 'RATE_LIMIT_EXCEEDED']

/**
 * The headers about the account: on a stream with its charge, and on a 402 or 429. None if there is no account, or if
 * it has no `standing`.
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
