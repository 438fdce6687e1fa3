import {
  type ErrorCode,
  MONTHLY_FREE_CREDITS,
  REASONING_LEVELS,
  type ReasoningLevel,
  TIERS,
  type Tier,
} from '@deep-research/sdk/contract'
import { checkOptions } from '#options/check-options.ts'
import { type Credits, createCredits } from './credits.ts'
import { createSlots, type Slots } from './slots.ts'

/** Why an account refuses a request, and after how many whole seconds a retry may succeed. */
export interface AccountRefusal {
  /** Why the request is refused. */
  code: Extract<ErrorCode, 'RATE_LIMIT_EXCEEDED' | 'INSUFFICIENT_CREDITS'>
  /** The value of `Retry-After`, in seconds. */
  retryAfter: number
}

/**
 * How an admitted request ended, as far as credits are concerned: `failed` is refunded, `left` (by the client) is not.
 */
export type Ending = 'completed' | 'failed' | 'left'

/** What the mock needs from an account. You can write one by hand; `createMockAccount` makes a working one. */
export interface MockAccount {
  /** Whether this key belongs to the account and is not revoked. */
  accepts(key: string): boolean
  /** Why a request at this level would be refused now: first for lack of a slot, then for lack of credits. */
  refusal(level: ReasoningLevel): AccountRefusal | undefined
  /** Charges a request and gives it a slot. The returned function ends the request; further calls do nothing. */
  admit(level: ReasoningLevel): (ending: Ending) => void
  /** The account's current state for the account headers; without it no response has these headers. */
  standing?(): AccountStanding
}

/** What an account has left. */
export interface AccountStanding {
  /** The sum of both balances. */
  credits: number
  /** The number of requests that may run at once. */
  slots: number
  /** Slots that no request holds. */
  freeSlots: number
}

/** What a mocked account may do, and what it has. */
export interface AccountOptions {
  /** The keys of the account, such as `testApiKey()`. */
  keys: readonly string[]
  /** Default: `free`. */
  tier?: Tier
  /** The monthly free credits, replaced at each renewal. Default: 300. */
  freeCredits?: number
  /** Further credits, which do not expire. Default: 0. */
  addedCredits?: number
  /** When it was registered, in milliseconds since the epoch. Default: now. */
  registeredAt?: number
  /**
   * How long a request is expected to take, in milliseconds, until one of its level has completed; from then on the
   * duration of the last one is expected. It decides the `Retry-After` of a 429. Default: 10000.
   */
  expectedMs?: number
  /** The source of the time; pass the mock's own clock if it has one. Default: `Date.now`. */
  now?: () => number
}

/** An account in memory: its state, and what an operator can do with it. */
export interface StatefulAccount extends MockAccount {
  /** The sum of both balances. */
  readonly balance: number
  /** Requests that hold a slot. */
  readonly inFlight: number
  /** Makes another key valid for this account. */
  addKey(key: string): void
  /** Makes a key invalid; requests with it get 401 from now on. */
  revokeKey(key: string): void
  /** Adds credits to the balance. */
  addCredits(credits: number): void
  /** A lower tier does not end running requests. */
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
 * Makes an account that behaves like a real one: a wrong key gets 401, a full tier 429 with the seconds until a slot is
 * expected to be free, and an empty balance 402 with the seconds until renewal. A request is charged when it is
 * admitted. It is refunded if it ends with `research.failed`, but not if the client leaves it.
 */
export function createMockAccount(options: AccountOptions): StatefulAccount {
  checkOptions('createMockAccount', options, {
    keys: 'list',
    tier: Object.keys(TIERS),
    freeCredits: 'number',
    addedCredits: 'number',
    registeredAt: 'number',
    expectedMs: 'number',
    now: 'function',
  })
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
