import { callerOf, isLoopback } from '#kernel/address.ts'
import type { Clock } from '#kernel/clock.ts'
import { createWindows } from '#kernel/windows.ts'

const QUARTER_HOUR = 900_000
const HOUR = 3_600_000

/**
 * How often may be tried. The whole seconds to wait are returned where it was too often. A loopback address is not
 * limited: it is a proxy's, and says nothing about the caller.
 */
export interface SignInLimits {
  /** Before a password is checked: by its address, and by whoever tries. */
  try(email: string, ip: string): number | undefined
  /** A right password makes the failures before it forgotten. */
  succeeded(email: string): void
  /** Before an account is made. */
  signUp(ip: string): number | undefined
}

export function createSignInLimits(clock: Clock): SignInLimits {
  const emails = createWindows({ clock, limit: 10, windowMs: QUARTER_HOUR })
  const callers = createWindows({ clock, limit: 50, windowMs: QUARTER_HOUR })
  const signUps = createWindows({ clock, limit: 20, windowMs: HOUR })
  return {
    try(email, ip) {
      const name = email.trim().toLowerCase().slice(0, 254)
      return emails.note(name) ?? (isLoopback(ip) ? undefined : callers.note(callerOf(ip)))
    },
    succeeded: (email) => emails.forget(email.trim().toLowerCase().slice(0, 254)),
    signUp: (ip) => (isLoopback(ip) ? undefined : signUps.note(callerOf(ip))),
  }
}
