import type { AttemptRule, AttemptStore } from '#accounts/attempts.ts'
import { callerOf, isLoopback } from '#kernel/address.ts'
import type { Clock } from '#kernel/clock.ts'

const SECOND = 1_000
const QUARTER_HOUR = 900_000
const HOUR = 3_600_000
const DAY = 86_400_000

/** Characters of an address that tell it apart; no address is longer. */
const EMAIL = 254

const PAIR: AttemptRule = { kind: 'backoff', free: 5, firstMs: SECOND, longestMs: QUARTER_HOUR }
const CALLER: AttemptRule = { kind: 'window', limit: 50, windowMs: QUARTER_HOUR }
const SIGN_UPS: AttemptRule = { kind: 'window', limit: 20, windowMs: HOUR }
const MAILED: AttemptRule = { kind: 'window', limit: 3, windowMs: HOUR }
/** Of a million codes three are right at any time: so many guesses a day find none in years. */
const CODES: AttemptRule = { kind: 'window', limit: 100, windowMs: DAY }

/** The whole seconds to wait, where it was too often. */
type Wait = Promise<number | undefined>

/**
 * How often sign-ins and the like may be tried, for all processes together. Wrong passwords are counted for each pair
 * of an account and a caller: nobody is kept out of an account by what somebody else tried elsewhere. A loopback
 * address is a proxy's and says nothing about the caller, so it has no limit of its own.
 */
export interface SignInLimits {
  /** Before a password is checked. */
  try(email: string, ip: string): Wait
  /** A right password: the failures before it are forgotten. */
  succeeded(email: string, ip: string): Promise<void>
  /** Before a code or a backup code is checked, by somebody who knew the password. */
  code(accountId: string, ip: string): Wait
  /**
   * Before an authenticator's code is checked. It counts for the account alone, as the codes are short: a backup code
   * still opens an account whose codes are used up.
   */
  shortCode(accountId: string): Wait
  /** A right code: the failures before it are forgotten. */
  codeSucceeded(accountId: string, ip: string): Promise<void>
  /** Before something is mailed to an address that a stranger may have entered. */
  mail(email: string, ip: string): Wait
  /** Before an account is made. */
  signUp(ip: string): Wait
  /** Before a sign-in begins that keeps something until it ends. */
  begin(ip: string): Wait
}

export function createSignInLimits({ attempts, clock }: { attempts: AttemptStore; clock: Clock }): SignInLimits {
  const note = (name: string, rule: AttemptRule) => attempts.try(name, rule, clock.now())
  const noteCaller = async (purpose: string, ip: string, rule: AttemptRule) =>
    isLoopback(ip) ? undefined : await note(`${purpose} ${callerOf(ip)}`, rule)
  const passwords = (email: string, ip: string) =>
    `password ${email.trim().toLowerCase().slice(0, EMAIL)} ${callerOf(ip)}`
  const codes = (accountId: string, ip: string) => `code ${accountId} ${callerOf(ip)}`
  return {
    // The caller's own limit comes first: it bounds the names that one caller makes the database keep.
    try: async (email, ip) => (await noteCaller('try', ip, CALLER)) ?? (await note(passwords(email, ip), PAIR)),
    succeeded: (email, ip) => attempts.forget(passwords(email, ip)),
    code: async (accountId, ip) => (await noteCaller('try', ip, CALLER)) ?? (await note(codes(accountId, ip), PAIR)),
    shortCode: (accountId) => note(`codes ${accountId}`, CODES),
    async codeSucceeded(accountId, ip) {
      await attempts.forget(codes(accountId, ip))
      await attempts.forget(`codes ${accountId}`)
    },
    mail: async (email, ip) => (await noteCaller('sign-up', ip, SIGN_UPS)) ?? (await note(`mail ${email}`, MAILED)),
    signUp: (ip) => noteCaller('sign-up', ip, SIGN_UPS),
    begin: (ip) => noteCaller('begin', ip, CALLER),
  }
}
