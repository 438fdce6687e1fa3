import type { ErrorCode, ReasoningLevel } from '@deep-research/sdk/contract'

/** Why an account refuses a request, and after how many whole seconds it may not any more. */
export interface AccountRefusal {
  code: Extract<ErrorCode, 'RATE_LIMIT_EXCEEDED' | 'INSUFFICIENT_CREDITS'>
  retryAfter: number
}

/** How an admitted request ended, as far as money is concerned. */
export type Ending = 'completed' | 'failed' | 'left'

/** What the mock asks of an account. */
export interface MockAccount {
  /** Whether this key is one of the account's, and not revoked. */
  accepts(key: string): boolean
  /** Why a request at this level would be refused now: first for want of a slot, then for want of credits. */
  refusal(level: ReasoningLevel): AccountRefusal | undefined
  /** Charges a request and gives it a slot. The returned function ends it, once: further calls do nothing. */
  admit(level: ReasoningLevel): (ending: Ending) => void
}
