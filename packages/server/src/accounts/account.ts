import { TIERS, type Tier } from '@deep-research/sdk/contract'

/** Who pays for research and holds keys. Times are milliseconds since 1970. */
export interface Account {
  id: string
  /** Lower case; one account an address. */
  email: string
  tier: Tier
  registeredAt: number
  /** Since when nobody signs in to it and none of its keys is taken. */
  suspendedAt?: number | undefined
  /** As IANA names it; undefined stands for UTC. */
  timeZone?: string | undefined
  /** The balance below which the account wants to be told. */
  alertBelow?: number | undefined
  /** How often all its sessions were closed; a sign-in that began before the last time opens none. Default: 0. */
  signInEpoch?: number
}

/** What an account sets for itself. */
export type Preferences = Pick<Account, 'timeZone' | 'alertBelow'>

/** A key as it is kept: never the key itself. */
export interface ApiKey {
  id: string
  accountId: string
  name: string | undefined
  /** The key's last four characters, for people to tell keys apart. */
  last4: string
  createdAt: number
  /** To the minute. */
  lastUsedAt: number | undefined
  revokedAt: number | undefined
  /** From then on it is refused as a revoked one is. */
  expiresAt: number | undefined
  /** Credits that it may spend in a credit month of its account. */
  monthlyBudget: number | undefined
}

/** What of a key its account may change. */
export type KeySettings = Pick<ApiKey, 'name' | 'expiresAt' | 'monthlyBudget'>

/** Whether a key is refused at a time. */
export function isOver({ revokedAt, expiresAt }: ApiKey, now: number): boolean {
  return revokedAt !== undefined || (expiresAt !== undefined && expiresAt <= now)
}

/** Without white space, control characters, and what a mail header reads as a name, a list or a quotation. */
const ADDRESS = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u

/** The address as accounts are found by it, or undefined for what is no address. */
export function normalizeEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase()
  return email.length <= 254 && ADDRESS.test(email) ? email : undefined
}

/** How many requests of the tier may be in flight at once. */
export function slots(tier: Tier): number {
  return TIERS[tier].maxConcurrent
}
