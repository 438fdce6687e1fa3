import { CONCURRENCY_LIMIT, CONCURRENCY_REMAINING, CREDITS_CHARGED, CREDITS_REMAINING } from '#contract/tables.ts'

/** What a response told of the account, as of when it was sent. What it did not tell is undefined. */
export interface AccountStatus {
  /** What this request was charged. */
  readonly creditsCharged: number | undefined
  /** The balance, after the charge. */
  readonly creditsRemaining: number | undefined
  /** How many requests the account may have in flight. */
  readonly concurrencyLimit: number | undefined
  /** How many more it may begin now. */
  readonly concurrencyRemaining: number | undefined
}

/** Reads what a response's headers tell of the account. */
export function accountOf(headers: Headers): AccountStatus {
  const count = (name: string): number | undefined => {
    const text = headers.get(name) ?? ''
    return /^-?\d+$/.test(text) ? Number(text) : undefined
  }
  return {
    creditsCharged: count(CREDITS_CHARGED),
    creditsRemaining: count(CREDITS_REMAINING),
    concurrencyLimit: count(CONCURRENCY_LIMIT),
    concurrencyRemaining: count(CONCURRENCY_REMAINING),
  }
}
