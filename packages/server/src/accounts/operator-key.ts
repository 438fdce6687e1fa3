import type { SecurityEvent } from './security-event.ts'

/** What a key of the operator's API may do. */
export const OPERATOR_SCOPES = [
  'accounts:read',
  'accounts:write',
  'keys:read',
  'keys:revoke',
  'credits:read',
  'credits:grant',
  'usage:read',
  'requests:read',
  'audit:read',
] as const
export type OperatorScope = (typeof OPERATOR_SCOPES)[number]

/** Whether a text names a scope. */
export function isOperatorScope(text: string): text is OperatorScope {
  return (OPERATOR_SCOPES as readonly string[]).includes(text)
}

/** A key of the operator's API, without its secret. Times are milliseconds since 1970. */
export interface OperatorKey {
  /** `okey_` and random characters. */
  id: string
  name: string
  /** Its last four characters. */
  last4: string
  scopes: readonly OperatorScope[]
  /** The operator who made it. It works only as long as that account is an operator's. */
  createdBy: string
  createdAt: number
  expiresAt: number
  /** Rounded to the minute. */
  lastUsedAt: number | undefined
  revokedAt: number | undefined
}

/** Stores keys of the operator's API by their hashes. Each method is one transaction, which also records the event. */
export interface OperatorKeyStore {
  insert(key: OperatorKey, hash: string, event: SecurityEvent): Promise<void>
  /** The key with this hash, unless it is over, or whoever made it is no operator any more or suspended. */
  authenticate(hash: string, now: number): Promise<OperatorKey | undefined>
  /** The newest key comes first. */
  list(): Promise<OperatorKey[]>
  /** False if there is no such key, or it is already revoked. */
  revoke(id: string, at: number, event: SecurityEvent): Promise<boolean>
  /** Records that a key was used. */
  touch(id: string, at: number): Promise<void>
}
