import { callerOf, isLoopback } from '#kernel/address.ts'
import type { Clock } from '#kernel/clock.ts'
import { createWindows } from '#kernel/windows.ts'

export interface FailedCredentialsOptions {
  clock: Clock
  /** How many failures a caller may have in a window; 0 sets no limit. Default: 100. */
  limit?: number
  /** The length of the window in milliseconds. Default: a minute. */
  windowMs?: number
  /** How many addresses are remembered; beyond that the oldest is forgotten. Default: 10,000. */
  maxAddresses?: number
}

/**
 * Counts invalid credentials for each address. Valid keys always pass, so nobody is locked out by a neighbour. A
 * loopback address is not limited: it belongs to a proxy and says nothing about the caller.
 */
export interface FailedCredentials {
  /** Counts one failure; returns the whole seconds to wait if there were too many. */
  note(address: string): number | undefined
}

export function createFailedCredentials(options: FailedCredentialsOptions): FailedCredentials {
  const { clock, limit = 100, windowMs = 60_000, maxAddresses = 10_000 } = options
  const windows = createWindows({ clock, limit, windowMs, maxNames: maxAddresses })
  return {
    note: (address) => (limit === 0 || isLoopback(address) ? undefined : windows.note(callerOf(address))),
  }
}
