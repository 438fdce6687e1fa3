import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Clock } from '#kernel/clock.ts'
import type { Account } from './account.ts'
import type { Challenges } from './challenges.ts'
import type { Passkey, PasskeyStore } from './ways.ts'

/** The service's name in browsers. */
const SERVICE = 'Deep Research'

/** Ed25519, ES256 and RS256: the algorithms that authenticators support and that Node does not call experimental. */
const ALGORITHMS = [-8, -7, -257]

/** The longest name of a passkey, in characters. */
export const PASSKEY_NAME = 60

/**
 * The most passkeys of an account. A person needs one for each device, and all of them are sent to the browser whenever
 * another one is added.
 */
export const MAX_PASSKEYS = 20

/** What a browser is asked, and the token of the challenge in it. */
export interface Asked<Options> {
  options: Options
  token: string
}

/**
 * Passkeys (WebAuthn). The authenticator keeps them, binds them to this service's address, and verifies the person by a
 * finger, a face or a PIN. So one passkey counts as two factors.
 */
export interface Passkeys {
  askToAdd(account: Account): Promise<Asked<PublicKeyCredentialCreationOptionsJSON>>
  /** @returns the new passkey; `invalid` if the browser's response is, `full` if the account has {@link MAX_PASSKEYS}. */
  add(account: Account, token: string, given: { name: string; response: string }): Promise<Passkey | 'invalid' | 'full'>
  askToUse(): Promise<Asked<PublicKeyCredentialRequestOptionsJSON>>
  /** @returns the passkey that was used and its account; undefined if the browser's response is invalid. */
  use(token: string, response: string): Promise<Passkey | undefined>
  list(accountId: string): Promise<Passkey[]>
  /** Gives a passkey another name, cut to {@link PASSKEY_NAME} characters. False where the account has no such passkey. */
  rename(accountId: string, id: string, name: string): Promise<boolean>
  remove(accountId: string, id: string): Promise<boolean>
}

export interface PasskeyParts {
  passkeys: PasskeyStore
  challenges: Challenges
  clock: Clock
  /** Where browsers find the service. */
  baseUrl: string
}

/**
 * Passkeys for the address of the service; undefined if the address is unknown or has no host name, since browsers then
 * create none.
 */
export function createPasskeys({ passkeys, challenges, clock, baseUrl }: PasskeyParts): Passkeys | undefined {
  const { hostname: rpID = '', origin = '' } = URL.parse(baseUrl) ?? {}
  if (rpID === '' || isIP(rpID.replace(/^\[|\]$/g, '')) !== 0) return undefined
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true }
  const load = () => import('@simplewebauthn/server')

  return {
    async askToAdd({ id, email }) {
      const known = await passkeys.list(id)
      const options = await (await load()).generateRegistrationOptions({
        rpName: SERVICE,
        rpID,
        userName: email,
        userDisplayName: email,
        userID: new TextEncoder().encode(id),
        excludeCredentials: known.map((each) => ({ id: each.id, transports: each.transports })),
        supportedAlgorithmIDs: ALGORITHMS,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { options, token: await challenges.begin('passkey-add', { challenge: options.challenge, accountId: id }) }
    },
    async add({ id: accountId }, token, { name, response }) {
      const asked = await challenges.take('passkey-add', token)
      if (asked?.accountId !== accountId) return 'invalid'
      const { verifyRegistrationResponse } = await load()
      const verified = await holds(() =>
        verifyRegistrationResponse({
          response: JSON.parse(response) as RegistrationResponseJSON,
          expectedChallenge: asked.challenge,
          supportedAlgorithmIDs: ALGORITHMS,
          ...expected,
        }),
      )
      if (!verified?.verified) return 'invalid'
      const { credential } = verified.registrationInfo
      const passkey: Passkey = {
        id: credential.id,
        accountId,
        name: nameOf(name),
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: credential.transports ?? [],
        createdAt: clock.now(),
        lastUsedAt: undefined,
      }
      const outcome = await passkeys.add(passkey, MAX_PASSKEYS)
      if (outcome === 'full') return 'full'
      return outcome === 'added' ? passkey : 'invalid'
    },
    async askToUse() {
      const options = await (await load()).generateAuthenticationOptions({ rpID, userVerification: 'required' })
      return { options, token: await challenges.begin('passkey-use', { challenge: options.challenge }) }
    },
    async use(token, text) {
      const asked = await challenges.take('passkey-use', token)
      const response = await holds(async () => JSON.parse(text) as AuthenticationResponseJSON)
      const passkey = asked && typeof response?.id === 'string' ? await passkeys.find(response.id) : undefined
      if (!asked || !response || !passkey) return undefined
      const { verifyAuthenticationResponse } = await load()
      const credential = {
        id: passkey.id,
        publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
        transports: passkey.transports,
      }
      const verified = await holds(() =>
        verifyAuthenticationResponse({ response, credential, expectedChallenge: asked.challenge, ...expected }),
      )
      if (!verified?.verified) return undefined
      await passkeys.used(passkey.id, verified.authenticationInfo.newCounter, clock.now())
      return passkey
    },
    list: (accountId) => passkeys.list(accountId),
    rename: (accountId, id, name) => passkeys.rename(accountId, id, nameOf(name)),
    remove: (accountId, id) => passkeys.remove(accountId, id),
  }
}

function nameOf(text: string): string {
  return text.trim().slice(0, PASSKEY_NAME) || 'Passkey'
}

/**
 * The result of a check; undefined if the library throws, which it does for invalid responses and for anything that is
 * not a browser's response.
 */
async function holds<Result>(check: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await check()
  } catch {
    return undefined
  }
}
