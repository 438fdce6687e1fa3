import { TIERS, type Tier } from '@deep-research/sdk/contract'

/** Who pays for research and holds keys. Times are milliseconds since 1970. */
export interface Account {
  id: string
  /** Lower case; one account an address. */
  email: string
  tier: Tier
  registeredAt: number
}

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
}

/** The address as accounts are found by it, or undefined for what is no address. */
export function normalizeEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase()
  return email.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(email) ? email : undefined
}

/** How many requests of the tier may be in flight at once. */
export function slots(tier: Tier): number {
  return TIERS[tier].maxConcurrent
}
