import type { FailureCode, ReasoningLevel, Tier } from '@deep-research/sdk/contract'
import type { CompiledQuery, Generated, Kysely, Transaction } from 'kysely'
import type { LedgerReason, Pool } from '#accounts/credits.ts'
import type { Origin, SecurityEventKind } from '#accounts/security-event.ts'
import type { Hints, Locks, Size } from './differences.ts'

/** The tables, as the newest migration leaves them. Times are milliseconds since 1970; structures are JSON text. */
export interface Tables {
  account: AccountTable
  api_key: ApiKeyTable
  ledger: LedgerTable
  request: RequestTable
  event_chunk: EventChunkTable
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
}

export interface AccountTable {
  id: string
  email: string
  tier: Tier
  registered_at: number
  /** The password's hash, with how it was made. */
  password: string | null
  /** Whether the account may see and change all accounts. */
  operator: Generated<0 | 1>
  /** Since when nobody signs in to it and none of its keys is taken. */
  suspended_at: number | null
  /** As IANA names it; null stands for UTC. */
  time_zone: string | null
  /** The balance below which the account wants to be told. */
  alert_below: number | null
  /** When the balance fell below it, until a message has told of it. */
  alert_due: number | null
  /** How often all its sessions were closed. */
  sign_in_epoch: Generated<number>
  deleted_at: number | null
  /** 1 as long as something of a deleted account is left. */
  to_erase: 1 | null
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
  /** Credits that it may spend in a credit month of its account. */
  monthly_budget: number | null
  /** The key that was rolled first of those that this one succeeds: they share a budget. Null for one that succeeds none. */
  first_of_line: string | null
}

export interface LedgerTable {
  account_id: string
  pool: Pool
  /** 1, 2, 3 … per account and pool. */
  sequence: number
  amount: number
  /** The sum of the account's entries in this pool up to and including this one. */
  balance_after: number
  reason: LedgerReason
  request_id: string | null
  period: number | null
  created_at: number
  /** Why an operator changed the balance, in the operator's words. */
  note: string | null
}

export interface RequestTable {
  id: string
  account_id: string
  /** The key that asked; null where a session did, and for requests of before keys were noted. */
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
  /** A hash of the body, to tell whether another body has the same content. */
  body_hash: string
  /** The idempotency key, until it expires. */
  idempotency_key: string | null
  /** Until when the events of an ended request are kept; null when they are gone. */
  events_until: number | null
  /** When its question, its answer and its events were deleted. */
  deleted_at: number | null
}

/** Some envelopes of a request, one a line. */
export interface EventChunkTable {
  request_id: string
  /** Index of the first of them, from 0. */
  first: number
  count: number
  envelopes: string
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
  /** Whether it was opened by a link, without a password. */
  by_link: 0 | 1
  /** Whether it was opened with a code or a passkey. */
  second_factor: Generated<0 | 1>
}

export interface EntryLinkTable {
  /** SHA-256 of the link's token, as hex. */
  hash: string
  account_id: string | null
  /** The address that a link without an account was mailed to; null for the link that makes the first account. */
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

/** How often something was tried. */
export interface AttemptTable {
  /** SHA-256 of what is counted, as hex. */
  name: string
  count: number
  /** The last of the tries that count for a wait, or the first one of a window. */
  at: number
  forget_at: number
}

export interface TotpTable {
  account_id: string
  /** Encrypted. */
  secret: string
  confirmed_at: number | null
  /** The step of the last code that was used; no code of it or before is taken. */
  last_step: number
}

/** A backup code that was not used yet. */
export interface BackupCodeTable {
  account_id: string
  /** SHA-256 of the account's id and the code, as hex. */
  hash: string
}

/** What a sign-in remembers between two of its steps. */
export interface ChallengeTable {
  /** SHA-256 of its token, as hex. */
  hash: string
  kind: string
  data: string
  expires_at: number
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

/** One row, which is written to see whether the database takes writes. */
export interface HeartbeatTable {
  id: 1
  beats: number
}

/** A database that the query modules run on, and what they have to know of its dialect. */
export interface Database extends Connection {
  locks: Locks
  hints: Hints
  size: Size
}

/** An opened database. */
export interface Connection {
  kysely: Kysely<Tables>
  /** Runs work whose commits may be lost with the machine's power, though not with the process. */
  withoutSync<Result>(work: (db: Executor) => Promise<Result>): Promise<Result>
  /** Runs a migration, which may take longer than a statement otherwise may. */
  migrating<Result>(work: (kysely: Kysely<Tables>) => Promise<Result>): Promise<Result>
  /**
   * Asks a query in a way that notices what an open connection does not: a file that is gone or damaged, a full disk.
   * @throws where the database is not sound.
   */
  inspect(query: CompiledQuery): Promise<void>
  /** Makes a look-up of a query that is asked with every request, and sees what is committed. */
  lookUp<Row>(query: CompiledQuery<Row>): LookUp<Row>
}

/** Asks a prepared query, and answers with its first row: at once, where the database is in this process. */
export type LookUp<Row> = (parameters: readonly string[]) => Row | undefined | Promise<Row | undefined>

/** What queries run in: the database itself, or one of its transactions. */
export type Executor = Kysely<Tables> | Transaction<Tables>
