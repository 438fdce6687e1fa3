/** What happened in a security event. */
const SECURITY_EVENTS = [
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
  'operator_key_created',
  'operator_key_revoked',
  'operator_api_read',
  'invited',
  'spending_limit_set',
  'webhook_created',
  'webhook_changed',
  'webhook_rolled',
  'webhook_removed',
  'banner_set',
] as const
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number]

/** Who acts, and from where. */
export interface Origin {
  /**
   * An account's owner or an operator in the dashboard, a key of the operator's API, the command line, a program, or
   * somebody unknown.
   */
  actor: 'account' | 'operator' | 'operator_key' | 'command_line' | 'program' | 'unknown'
  /** The account id of an `account` or an `operator`; the id of the key; the system user of the command line. */
  actorId?: string | undefined
  /** The address that the request came from. */
  address?: string | undefined
  userAgent?: string | undefined
}

/** An action that affects who may do what, as the audit trail records it. */
export interface SecurityEvent extends Origin {
  id: string
  /** Milliseconds since 1970; for several combined events, the time of the last one. */
  at: number
  kind: SecurityEventKind
  /** The account that it affects; undefined if a sign-in failed for an address without an account. */
  accountId?: string | undefined
  /** What was affected, such as a key's id or a number of credits. Never a secret. */
  detail?: Record<string, string | number> | undefined
  /** How many events it combines: a caller's failures within an hour are stored as one. */
  count: number
}

/** How long the audit trail is kept, in milliseconds. */
export const SECURITY_EVENTS_FOR = 90 * 86_400_000

/** How many characters of a user agent are stored. */
const USER_AGENT = 200

/** Which events to list, where in the list to begin, and how many to return. */
export interface EventQuery {
  /** Undefined means all accounts. */
  accountId?: string | undefined
  /** Undefined means all kinds. */
  kind?: SecurityEventKind | undefined
  /** Undefined means any actor. */
  actor?: Origin['actor'] | undefined
  /** Undefined means any time; `to` itself is excluded. */
  from?: number | undefined
  to?: number | undefined
  after?: string | undefined
  limit: number
}

/** Stores the audit trail. */
export interface SecurityEventStore {
  record(event: SecurityEvent): Promise<void>
  /** The newest event comes first. */
  list(query: EventQuery): Promise<{ items: SecurityEvent[]; next: string | undefined }>
  /** Deletes events older than {@link SECURITY_EVENTS_FOR}. */
  sweep(now: number): Promise<void>
}

/** Makes an event of an origin, and truncates what is too long. */
export function securityEvent(
  origin: Origin,
  event: Pick<SecurityEvent, 'id' | 'at' | 'kind' | 'accountId' | 'detail'>,
): SecurityEvent {
  return { ...origin, userAgent: origin.userAgent?.slice(0, USER_AGENT), ...event, count: 1 }
}
