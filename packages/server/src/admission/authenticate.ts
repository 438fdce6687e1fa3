import { isWellFormedApiKey, readCredential } from '@deep-research/sdk/contract'
import { hashApiKey } from '#accounts/api-key.ts'
import type { KeyStore, Principal } from '#accounts/ports.ts'
import type { Clock } from '#kernel/clock.ts'
import { describeError, type Log } from '#kernel/log.ts'

/** How old the stored time of a key's last use may get before it is updated, in milliseconds. */
const TOUCH_EVERY = 60_000

export interface AuthenticateParts {
  keys: KeyStore
  clock: Clock
  log: Log
}

/** The two headers that may carry a key. */
export interface CredentialHeaders {
  apiKey: string | undefined
  authorization: string | undefined
}

/** The account of the key in the headers; undefined if the key is missing, malformed, unknown, revoked or expired. */
export type Authenticate = (headers: CredentialHeaders) => Principal | undefined | Promise<Principal | undefined>

export function createAuthenticate({ keys, clock, log }: AuthenticateParts): Authenticate {
  const noteUse = (principal: Principal | undefined) => {
    const now = clock.now()
    if (principal && now - (principal.keyLastUsedAt ?? Number.NEGATIVE_INFINITY) >= TOUCH_EVERY) {
      keys.touch(principal.keyId, now).catch((error) => log.warn(describeError(error), 'a key use was not noted'))
    }
    return principal
  }
  return (headers) => {
    const key = readCredential(headers.apiKey, headers.authorization)
    if (key === undefined || !isWellFormedApiKey(key)) return nextTurn()
    const found = keys.authenticate(hashApiKey(key), clock.now())
    return found instanceof Promise ? found.then(noteUse) : noteUse(found)
  }
}

/**
 * Refuses at the end of the turn, as a look-up does. So a refusal without a look-up is hardly faster than one with it,
 * and the refusals of a turn are sent together, which costs less than one by one.
 */
function nextTurn(): Promise<undefined> {
  return new Promise((resolve) => setImmediate(resolve, undefined))
}
