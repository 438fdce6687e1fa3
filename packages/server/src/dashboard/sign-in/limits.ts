import { callerOf, isLoopback } from '#kernel/address.ts'
import { createBackoff } from '#kernel/backoff.ts'
import type { Clock } from '#kernel/clock.ts'
import { createWindows } from '#kernel/windows.ts'

const SECOND = 1_000
const QUARTER_HOUR = 900_000
const HOUR = 3_600_000

/** Characters of an address that tell it apart; no address is longer. */
const EMAIL = 254

/**
 * How often may be tried. The whole seconds to wait are returned where it was too often. Wrong passwords count for an
 * account and whoever tries it, together: nobody is kept out of an account by what somebody else tried elsewhere. A
 * loopback address is a proxy's and says nothing about the caller, so it has no limit of its own.
 */
export interface SignInLimits {
  /** Before a password is checked. */
  try(email: string, ip: string): number | undefined
  /** A right password makes the failures before it forgotten. */
  succeeded(email: string, ip: string): void
  /** Before something is mailed to an address that a stranger may have entered. */
  mail(email: string, ip: string): number | undefined
  /** Before an account is made. */
  signUp(ip: string): number | undefined
}

export function createSignInLimits(clock: Clock): SignInLimits {
  const pairs = createBackoff({ clock, free: 5, firstMs: SECOND, longestMs: QUARTER_HOUR })
  const callers = createWindows({ clock, limit: 50, windowMs: QUARTER_HOUR })
  const signUps = createWindows({ clock, limit: 20, windowMs: HOUR })
  const mailed = createWindows({ clock, limit: 3, windowMs: HOUR })
  const pair = (email: string, ip: string) => `${email.trim().toLowerCase().slice(0, EMAIL)} ${callerOf(ip)}`
  return {
    try: (email, ip) => pairs.try(pair(email, ip)) ?? (isLoopback(ip) ? undefined : callers.note(callerOf(ip))),
    succeeded: (email, ip) => pairs.forget(pair(email, ip)),
    mail: (email, ip) => (isLoopback(ip) ? undefined : signUps.note(callerOf(ip))) ?? mailed.note(email),
    signUp: (ip) => (isLoopback(ip) ? undefined : signUps.note(callerOf(ip))),
  }
}
