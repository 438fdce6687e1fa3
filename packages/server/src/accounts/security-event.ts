/** What a security event tells of. */
export const SECURITY_EVENTS = [
  'account_created',
  'signed_up',
  'signed_in',
  'sign_in_failed',
  'signed_out_everywhere',
  'session_revoked',
  'code_failed',
  'confirmed',
  'password_confirmed',
  'reset_requested',
  'link_created',
  'link_used',
  'password_set',
  'two_factor_on',
  'two_factor_off',
  'backup_codes_made',
  'backup_code_used',
  'passkey_added',
  'passkey_renamed',
  'passkey_removed',
  'provider_connected',
  'provider_removed',
  'operator_granted',
  'operator_revoked',
  'tier_set',
  'account_deleted',
  'address_changed',
  'data_exported',
  'account_suspended',
  'account_reinstated',
  'credits_added',
  'credits_taken',
  'request_cancelled',
  'key_created',
  'key_rolled',
  'key_revoked',
  'keys_revoked',
  'key_changed',
] as const
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number]

/** Who acts, and from where. */
export interface Origin {
  /** An account's owner or an operator in the dashboard, the command line, a program, or somebody unknown. */
  actor: 'account' | 'operator' | 'command_line' | 'program' | 'unknown'
  /** The account of an `account` or an `operator`; the system's user of the command line. */
  actorId?: string | undefined
  /** The address that the request came from. */
  address?: string | undefined
  userAgent?: string | undefined
}

/** One act that concerns who may do what, as the audit trail keeps it. */
export interface SecurityEvent extends Origin {
  id: string
  /** Milliseconds since 1970; of several alike, the last one's. */
  at: number
  kind: SecurityEventKind
  /** Whose account it concerns; undefined where a sign-in failed for an address without an account. */
  accountId?: string | undefined
  /** What was acted on, such as a key's id or a number of credits. Never a secret. */
  detail?: Record<string, string | number> | undefined
  /** How many alike it stands for: failures of one caller within an hour are kept as one. */
  count: number
}

/** How long the audit trail is kept, in milliseconds. */
export const SECURITY_EVENTS_FOR = 90 * 86_400_000

/** Characters of a user agent that are kept. */
const USER_AGENT = 200

/** A place in a list, as a page's `next` gave it, and how many items to return from there. */
export interface EventQuery {
  /** Undefined stands for all accounts. */
  accountId?: string | undefined
  /** Undefined stands for all kinds. */
  kind?: SecurityEventKind | undefined
  /** Undefined stands for anybody. */
  actor?: Origin['actor'] | undefined
  /** Undefined stands for any time; `to` is not part of it. */
  from?: number | undefined
  to?: number | undefined
  after?: string | undefined
  limit: number
}

/** Where the audit trail is kept. */
export interface SecurityEventStore {
  record(event: SecurityEvent): Promise<void>
  /** The newest first. */
  list(query: EventQuery): Promise<{ items: SecurityEvent[]; next: string | undefined }>
  /** Forgets what is older than {@link SECURITY_EVENTS_FOR}. */
  sweep(now: number): Promise<void>
}

/** An event of an origin, with what is too long cut off. */
export function securityEvent(
  origin: Origin,
  event: Pick<SecurityEvent, 'id' | 'at' | 'kind' | 'accountId' | 'detail'>,
): SecurityEvent {
  return { ...origin, userAgent: origin.userAgent?.slice(0, USER_AGENT), ...event, count: 1 }
}
