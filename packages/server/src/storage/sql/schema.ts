import type { FailureCode, ReasoningLevel, Tier } from '@deep-research/sdk/contract'
import type { Generated } from 'kysely'
import type { LedgerReason, Pool } from '#accounts/credits.ts'
import type { Origin, SecurityEventKind } from '#accounts/security-event.ts'
import type { Delivery } from '#accounts/webhook.ts'

/** The tables, as the newest migration leaves them. Times are milliseconds since 1970; structures are JSON text. */
export interface Tables {
  account: AccountTable
  api_key: ApiKeyTable
  ledger: LedgerTable
  request: RequestTable
  event_chunk: EventChunkTable
  step: StepTable
  request_end: RequestEndTable
  session: SessionTable
  entry_link: EntryLinkTable
  security_event: SecurityEventTable
  heartbeat: HeartbeatTable
  attempt: AttemptTable
  totp: TotpTable
  backup_code: BackupCodeTable
  challenge: ChallengeTable
  passkey: PasskeyTable
  identity: IdentityTable
  operator_key: OperatorKeyTable
  named_grant: NamedGrantTable
  banner: BannerTable
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
}

export interface AccountTable {
  id: string
  email: string
  tier: Tier
  registered_at: number
  /** The hash of the password, with the parameters used. */
  password: string | null
  /** Whether the account may see and change all accounts. */
  operator: Generated<0 | 1>
  /** When the account was suspended. From then on nobody can sign in to it and its keys are refused. */
  suspended_at: number | null
  /** An IANA name; null means UTC. */
  time_zone: string | null
  /** The account is told when its balance falls below this. */
  alert_below: number | null
  /** When the balance fell below it, until a message was sent. */
  alert_due: number | null
  /** How often all its sessions were closed. */
  sign_in_epoch: Generated<number>
  deleted_at: number | null
  /** 1 until all data of a deleted account is erased. */
  to_erase: 1 | null
  /** The credits that the account may spend in each credit month. */
  spending_limit: number | null
}

export interface ApiKeyTable {
  id: string
  account_id: string
  name: string | null
  /** SHA-256 of the key, as hex. */
  hash: string
  last4: string
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
  expires_at: number | null
  /** The credits that the key may spend in each credit month of its account. */
  monthly_budget: number | null
  /** The first key in a line of rolled keys, which share a budget; null for that key itself. */
  first_of_line: string | null
  /** What it may do, as JSON; null for everything. */
  scopes: string | null
}

export interface LedgerTable {
  account_id: string
  pool: Pool
  /** 1, 2, 3 … for each account and balance. */
  sequence: number
  amount: number
  /** The sum of the account's entries in this pool up to and including this one. */
  balance_after: number
  reason: LedgerReason
  request_id: string | null
  period: number | null
  created_at: number
  /** Why an operator changed the balance, in their own words. */
  note: string | null
}

export interface RequestTable {
  id: string
  account_id: string
  /** The key that made the request; null for a session, and for requests made before keys were recorded. */
  key_id: string | null
  client_request_id: string | null
  query: string
  level: ReasoningLevel
  credits: number
  metadata: string | null
  status: 'running' | 'completed' | 'failed' | 'cancelled'
  failure: FailureCode | null
  usage: string | null
  started_at: number
  ended_at: number | null
  /** A hash of the body, which shows whether another body has the same content. */
  body_hash: string
  /** The idempotency key, until it expires. */
  idempotency_key: string | null
  /** Until when the events of an ended request are kept; null after they were deleted. */
  events_until: number | null
  /** When its question, its answer and its events were deleted. */
  deleted_at: number | null
  /** How often it was taken over; only the newest owner may write to it. */
  epoch: Generated<number>
  /** How many owners began it and did not hand it back. */
  tries: Generated<number>
  include_thinking: Generated<0 | 1>
  include_tool_calls: Generated<0 | 1>
  /** The fingerprint of the engine that began it; null if it promised nothing. */
  engine: string | null
  /** When somebody was last seen to work on it. */
  seen_at: Generated<number>
  /** Whether it goes on when nobody reads it. */
  detached: Generated<0 | 1>
}

/** Some envelopes of a request, one per line. */
export interface EventChunkTable {
  request_id: string
  /** The index of the first envelope, from 0. */
  first: number
  count: number
  envelopes: string
}

/** The result of a finished step of a request that has not ended. */
export interface StepTable {
  request_id: string
  key: string
  result: string
}

/** How the stream of a request ended. */
export interface RequestEndTable {
  request_id: string
  /** How many envelopes precede the last one. */
  position: number
  last: string
  kept_until: number
}

export interface SessionTable {
  id: string
  /** SHA-256 of the session's token, as hex. */
  hash: string
  account_id: string
  created_at: number
  last_used_at: number
  expires_at: number
  address: string | null
  user_agent: string | null
  /** Whether the session was opened by a link rather than a password. */
  by_link: 0 | 1
  /** Whether it was opened with a code or a passkey. */
  second_factor: Generated<0 | 1>
}

export interface EntryLinkTable {
  /** SHA-256 of the link's token, as hex. */
  hash: string
  account_id: string | null
  /** The address to which a link without an account was mailed; null for the link that creates the first account. */
  email: string | null
  expires_at: number
}

export interface SecurityEventTable {
  id: string
  at: number
  kind: SecurityEventKind
  account_id: string | null
  actor: Origin['actor']
  actor_id: string | null
  address: string | null
  user_agent: string | null
  detail: string | null
  count: number
}

/** How often something was attempted. */
export interface AttemptTable {
  /** SHA-256 of what is counted, as hex. */
  name: string
  count: number
  /** The last attempt that counts for a wait, or the first one of a window. */
  at: number
  forget_at: number
}

export interface TotpTable {
  account_id: string
  /** Encrypted. */
  secret: string
  confirmed_at: number | null
  /** The step of the last code that was used; codes of this and earlier steps are refused. */
  last_step: number
}

/** A backup code that was not used yet. */
export interface BackupCodeTable {
  account_id: string
  /** SHA-256 of the account's id and the code, as hex. */
  hash: string
}

/** What a sign-in remembers between two steps. */
export interface ChallengeTable {
  /** SHA-256 of its token, as hex. */
  hash: string
  kind: string
  data: string
  expires_at: number
  /** Whose it is; null where nobody is known yet. */
  account_id: string | null
}

export interface PasskeyTable {
  /** The credential's id, as base64url. */
  id: string
  account_id: string
  name: string
  public_key: string
  counter: number
  transports: string
  created_at: number
  last_used_at: number | null
}

export interface IdentityTable {
  issuer: string
  subject: string
  account_id: string
  name: string | null
  created_at: number
  last_used_at: number | null
}

export interface OperatorKeyTable {
  id: string
  name: string
  /** SHA-256 of the key, as hex. */
  hash: string
  last4: string
  scopes: string
  created_by: string
  created_at: number
  expires_at: number
  last_used_at: number | null
  revoked_at: number | null
}

/** A grant that was made once under a name. */
export interface NamedGrantTable {
  idempotency_key: string
  account_id: string
  body_hash: string
  created_at: number
}

/** One row: the operator's line on every page, or ''. */
export interface BannerTable {
  id: 1
  text: string
}

export interface WebhookTable {
  id: string
  account_id: string
  url: string
  /** The types of what it is told, with spaces between. */
  events: string
  /** Encrypted. */
  secret: string
  /** The secret before it, encrypted. */
  old_secret: string | null
  old_secret_until: number | null
  created_at: number
  disabled_at: number | null
}

export interface WebhookDeliveryTable {
  id: string
  webhook_id: string
  type: Delivery['type']
  /** JSON; empty once the delivery has ended. */
  body: string
  created_at: number
  /** How many attempts were begun. */
  attempts: Generated<number>
  /** When the next attempt is due; null when the delivery has ended. */
  due_at: number | null
  ended_at: number | null
  delivered: Generated<0 | 1>
  /** What came of the latest attempt. */
  outcome: string | null
  took: number | null
}

/** One row, which is written to check that the database accepts writes. */
export interface HeartbeatTable {
  id: 1
  beats: number
}
