import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import { UserError } from '#kernel/user-error.ts'
import { hashApiKey, mintKey } from './api-key.ts'
import { isOperatorScope, type OperatorKey, type OperatorKeyStore, type OperatorScope } from './operator-key.ts'
import { type Origin, securityEvent } from './security-event.ts'

/** What the keys of the operator's API begin with. */
export const OPERATOR_KEY_PREFIX = 'dr_operator_'

const DAY = 86_400_000

/** The longest name of a key, in characters, and the longest that it may be valid, in days. */
const MAX_NAME = 100
const MAX_DAYS = 366

/** What a new key is to be. */
export interface NewOperatorKey {
  name: string
  scopes: readonly string[]
  /** How long it is valid. */
  days: number
}

/** Manages the keys of the operator's API. */
export interface OperatorKeys {
  /**
   * @returns the key and, only now, its text.
   * @throws {@link UserError} if the name, the scopes or the days are wrong.
   */
  create(wanted: NewOperatorKey, origin: Origin & { actorId: string }): Promise<OperatorKey & { key: string }>
  list(): Promise<OperatorKey[]>
  /** @throws {@link UserError} if there is no such key that is in use. */
  revoke(id: string, origin: Origin): Promise<void>
}

export function createOperatorKeys({
  operatorKeys: store,
  clock,
}: {
  operatorKeys: OperatorKeyStore
  clock: Clock
}): OperatorKeys {
  return {
    async create({ name, scopes, days }, origin) {
      const at = clock.now()
      const key = mintKey(OPERATOR_KEY_PREFIX)
      const made: OperatorKey = {
        id: newId('okey', at),
        name: checkName(name),
        last4: key.slice(-4),
        scopes: checkScopes(scopes),
        createdBy: origin.actorId,
        createdAt: at,
        expiresAt: at + checkDays(days) * DAY,
        lastUsedAt: undefined,
        revokedAt: undefined,
      }
      const detail = {
        ...{ key: made.id, name: made.name, scopes: made.scopes.join(' ') },
        expires: new Date(made.expiresAt).toISOString(),
      }
      const event = { id: newId('evt', at), at, kind: 'operator_key_created' as const, accountId: undefined, detail }
      await store.insert(made, hashApiKey(key), securityEvent(origin, event))
      return { ...made, key }
    },
    list: () => store.list(),
    async revoke(id, origin) {
      const at = clock.now()
      const detail = { key: id }
      const event = { id: newId('evt', at), at, kind: 'operator_key_revoked' as const, accountId: undefined, detail }
      if (!(await store.revoke(id, at, securityEvent(origin, event)))) {
        throw new UserError('There is no such key in use.')
      }
    },
  }
}

function checkName(name: string): string {
  if (name === '' || name.length > MAX_NAME) throw new UserError(`A name must have 1 to ${MAX_NAME} characters.`)
  return name
}

function checkScopes(scopes: readonly string[]): OperatorScope[] {
  const known = [...new Set(scopes)].filter(isOperatorScope)
  if (known.length === 0 || known.length < new Set(scopes).size) throw new UserError('Choose what the key may do.')
  return known
}

function checkDays(days: number): number {
  if (Number.isInteger(days) && days >= 1 && days <= MAX_DAYS) return days
  throw new UserError(`A key must be valid for 1 to ${MAX_DAYS} days.`)
}
