import { readCredential } from '@deep-research/sdk/contract'
import type { FastifyRequest } from 'fastify'
import { hashApiKey } from '#accounts/api-key.ts'
import type { OperatorKey, OperatorKeyStore, OperatorScope } from '#accounts/operator-key.ts'
import type { FailedCredentials } from '#admission/failed-credentials.ts'
import type { Clock } from '#kernel/clock.ts'
import { describeError, type Log } from '#kernel/log.ts'
import { createWindows } from '#kernel/windows.ts'
import { invalidOperatorKey, refusal } from './refusal.ts'

export interface CredentialParts {
  operatorKeys: OperatorKeyStore
  failedCredentials: FailedCredentials
  clock: Clock
  log: Log
}

/** Calls of one key in a minute. */
const CALLS = 600
const MINUTE = 60_000

/** A key of the operator's API is never longer. */
const LONGEST = 100

/** Whose key a request carries, with the right to do something. @throws {@link OperatorRefusal} */
export type CheckCredential = (request: FastifyRequest) => Promise<OperatorKey>

export function createCredentialCheck(parts: CredentialParts): CheckCredential {
  const { operatorKeys, failedCredentials, clock, log } = parts
  const calls = createWindows({ clock, limit: CALLS, windowMs: MINUTE })
  return async ({ headers, ip }) => {
    const given = headers['x-api-key']
    const key = readCredential(Array.isArray(given) ? given.join(', ') : given, headers.authorization)
    const now = clock.now()
    const found =
      key === undefined || key.length > LONGEST ? undefined : await operatorKeys.authenticate(hashApiKey(key), now)
    if (!found) {
      const seconds = failedCredentials.note(ip)
      if (seconds === undefined) throw invalidOperatorKey
      throw refusal('often', 'Too many calls from this address carried no valid operator key.', seconds)
    }
    const seconds = calls.note(found.id)
    if (seconds !== undefined) throw refusal('often', `A key may make ${CALLS} calls a minute.`, seconds)
    if (now - (found.lastUsedAt ?? 0) >= MINUTE) {
      operatorKeys.touch(found.id, now).catch((error) => log.warn(describeError(error), 'the last use was not noted'))
    }
    return found
  }
}

/** @throws {@link OperatorRefusal} if the key may not do that. */
export function requireScope({ scopes }: OperatorKey, scope: OperatorScope): void {
  if (!scopes.includes(scope)) throw refusal('scope', `This key lacks the scope ${scope}. Use a key that has it.`)
}
