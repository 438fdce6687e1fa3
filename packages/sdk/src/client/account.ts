import { CONCURRENCY_LIMIT, CONCURRENCY_REMAINING, CREDITS_CHARGED, CREDITS_REMAINING } from '#contract/tables.ts'

/** What a response says about the account at the time it was sent. Missing values are undefined. */
export interface AccountStatus {
  /** What this request was charged. */
  readonly creditsCharged: number | undefined
  /** The balance, after the charge. */
  readonly creditsRemaining: number | undefined
  /** How many requests the account may run at once. */
  readonly concurrencyLimit: number | undefined
  /** How many more it may start now. */
  readonly concurrencyRemaining: number | undefined
}

/** Reads a response's headers about the account. */
export function accountOf(headers: Headers): AccountStatus {
  const names = {
    creditsCharged: CREDITS_CHARGED,
    creditsRemaining: CREDITS_REMAINING,
    concurrencyLimit: CONCURRENCY_LIMIT,
    concurrencyRemaining: CONCURRENCY_REMAINING,
  }
  const told = Object.entries(names).flatMap(([name, header]) => {
    const text = headers.get(header) ?? ''
    return /^-?\d+$/.test(text) ? [[name, Number(text)] as const] : []
  })
  return Object.fromEntries(told) as unknown as AccountStatus
}
