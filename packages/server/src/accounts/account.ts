import { TIERS, type Tier } from '@deep-research/sdk/contract'

/** The owner of keys, who pays for research. Times are milliseconds since 1970. */
export interface Account {
  /** `acct_` and random characters. */
  id: string
  /** In lower case; an address belongs to one account. */
  email: string
  /** How many requests it may run at once. */
  tier: Tier
  /** Milliseconds since the epoch. */
  registeredAt: number
  /** When the account was suspended. From then on nobody can sign in to it and its keys are refused. */
  suspendedAt?: number | undefined
  /** An IANA name; undefined means UTC. */
  timeZone?: string | undefined
  /** The account is told when its balance falls below this. */
  alertBelow?: number | undefined
  /** The credits that it may spend in each credit month; undefined means no limit. */
  spendingLimit?: number | undefined
  /** How often all its sessions were closed; a sign-in that began before the last time opens none. Default: 0. */
  signInEpoch?: number
}

/** What the owner of an account can set. */
export type Preferences = Pick<Account, 'timeZone' | 'alertBelow'>

/** A key as it is stored, without the key itself. */
export interface ApiKey {
  /** `key_` and random characters; it is no secret. */
  id: string
  /** The account that the key belongs to. */
  accountId: string
  /** What its owner calls it. */
  name: string | undefined
  /** The key's last four characters, so that people can tell keys apart. */
  last4: string
  /** Milliseconds since the epoch. */
  createdAt: number
  /** Rounded to the minute. */
  lastUsedAt: number | undefined
  /** Milliseconds since the epoch; undefined for a key that is valid. */
  revokedAt: number | undefined
  /** From then on the key is refused like a revoked one. */
  expiresAt: number | undefined
  /** The credits that the key may spend in each credit month of its account. */
  monthlyBudget: number | undefined
  /** What the key may do; undefined means everything. */
  scopes?: readonly KeyScope[] | undefined
}

/** What a key may do: `ask` starts and cancels research, `read` follows it and retrieves its result. */
export const KEY_SCOPES = ['ask', 'read'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** Whether a text names what a key may do. */
export function isKeyScope(text: string): text is KeyScope {
  return (KEY_SCOPES as readonly string[]).includes(text)
}

/** What the owner can change about a key. */
export type KeySettings = Pick<ApiKey, 'name' | 'expiresAt' | 'monthlyBudget' | 'scopes'>

/** Whether a key is refused at a time. */
export function isOver({ revokedAt, expiresAt }: ApiKey, now: number): boolean {
  return revokedAt !== undefined || (expiresAt !== undefined && expiresAt <= now)
}

/** Without white space, control characters, and what a mail header reads as a name, a list or a quotation. */
const ADDRESS = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u

/** The address in the form in which accounts are stored; undefined if the text is not an address. */
export function normalizeEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase()
  return email.length <= 254 && ADDRESS.test(email) ? email : undefined
}

/** How many requests the tier may run at once. */
export function slots(tier: Tier): number {
  return TIERS[tier].maxConcurrent
}
