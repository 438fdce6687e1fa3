import {
  type ErrorCode,
  MONTHLY_FREE_CREDITS,
  REASONING_LEVELS,
  type ReasoningLevel,
  TIERS,
  type Tier,
} from '@deep-research/sdk/contract'
import { type Credits, createCredits } from './credits.ts'
import { createSlots, type Slots } from './slots.ts'

/** Why an account refuses a request, and after how many whole seconds a retry may succeed. */
export interface AccountRefusal {
  code: Extract<ErrorCode, 'RATE_LIMIT_EXCEEDED' | 'INSUFFICIENT_CREDITS'>
  retryAfter: number
}

/** How an admitted request ended, as far as money is concerned: a failure is the service's, leaving the client's. */
export type Ending = 'completed' | 'failed' | 'left'

/** What the mock asks of an account. One may be written by hand; `createMockAccount` makes one that works. */
export interface MockAccount {
  /** Whether this key is one of the account's, and not revoked. */
  accepts(key: string): boolean
  /** Why a request at this level would be refused now: first for want of a slot, then for want of credits. */
  refusal(level: ReasoningLevel): AccountRefusal | undefined
  /** Charges a request and gives it a slot. The returned function ends it, once: further calls do nothing. */
  admit(level: ReasoningLevel): (ending: Ending) => void
  /** Its state now, for the account headers; without it no response has them. */
  standing?(): AccountStanding
}

/** What an account has left. */
export interface AccountStanding {
  /** Free and added credits together. */
  credits: number
  /** Requests that may be in flight at once. */
  slots: number
  /** Slots that no request holds. */
  freeSlots: number
}

export interface AccountOptions {
  /** The keys it opens with, such as `testApiKey()`. */
  keys: readonly string[]
  /** Default: `free`. */
  tier?: Tier
  /** Free credits of a month, replaced at each renewal. Default: 300. */
  freeCredits?: number
  /** Credits beside the free ones, kept at renewals. Default: 0. */
  addedCredits?: number
  /** When it was registered, in milliseconds since the epoch. Default: now. */
  registeredAt?: number
  /**
   * How long a request is expected to take before one has ended, in milliseconds; `Retry-After` of a 429 follows
   * from it. Afterwards the last duration at that level is expected. Default: 10000.
   */
  expectedMs?: number
  /** Where it takes the time from; give it the mock's own. Default: `Date.now`. */
  now?: () => number
}

/** An account in memory: its state, and what an operator may do with it. */
export interface StatefulAccount extends MockAccount {
  /** Free and added credits together. */
  readonly balance: number
  /** Requests that hold a slot. */
  readonly inFlight: number
  addKey(key: string): void
  revokeKey(key: string): void
  addCredits(credits: number): void
  /** A lower tier ends no running request. */
  setTier(tier: Tier): void
}

function secondsUntil(time: number, now: number): number {
  return Math.max(1, Math.ceil((time - now) / 1000))
}

function slotRefusal(slots: Slots, tier: Tier, now: number): AccountRefusal | undefined {
  if (slots.taken < TIERS[tier].maxConcurrent) return undefined
  return { code: 'RATE_LIMIT_EXCEEDED', retryAfter: secondsUntil(slots.firstEnd(), now) }
}

function creditRefusal(credits: Credits, level: ReasoningLevel, now: number): AccountRefusal | undefined {
  if (credits.balance() >= REASONING_LEVELS[level].credits) return undefined
  return { code: 'INSUFFICIENT_CREDITS', retryAfter: secondsUntil(credits.renewsAt(), now) }
}

/**
 * Makes an account that behaves as one in life: a wrong key is 401, a full tier 429 with the seconds until a slot is
 * expected to be free, an empty balance 402 with the seconds until renewal. A request is charged when it is admitted;
 * one that ends with `research.failed` is refunded, one that the client leaves is not.
 */
export function createMockAccount(options: AccountOptions): StatefulAccount {
  const now = options.now ?? (() => Date.now())
  const keys = new Set(options.keys)
  const slots = createSlots(options.expectedMs ?? 10_000, now)
  const credits = createCredits({
    free: options.freeCredits ?? MONTHLY_FREE_CREDITS,
    added: options.addedCredits ?? 0,
    registeredAt: options.registeredAt ?? now(),
    now,
  })
  let tier = options.tier ?? 'free'
  return {
    get balance() {
      return credits.balance()
    },
    get inFlight() {
      return slots.taken
    },
    accepts: (key) => keys.has(key),
    refusal: (level) => slotRefusal(slots, tier, now()) ?? creditRefusal(credits, level, now()),
    admit(level) {
      const refund = credits.charge(REASONING_LEVELS[level].credits)
      const free = slots.take(level)
      return (ending) => {
        if (free(ending === 'completed') && ending === 'failed') refund()
      }
    },
    standing() {
      const { maxConcurrent } = TIERS[tier]
      return { credits: credits.balance(), slots: maxConcurrent, freeSlots: Math.max(0, maxConcurrent - slots.taken) }
    },
    addKey: (key) => void keys.add(key),
    revokeKey: (key) => void keys.delete(key),
    addCredits: credits.add,
    setTier: (next) => {
      tier = next
    },
  }
}
