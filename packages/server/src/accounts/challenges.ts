import type { Clock } from '#kernel/clock.ts'
import { hashToken, newToken } from './entry-link.ts'
import type { ChallengeStore } from './ways.ts'

/** How long a person has for the next step of a sign-in, in milliseconds. */
export const CHALLENGE_FOR = 600_000

/** What is remembered for each kind of step. */
export interface ChallengeData {
  /** The password was right, and a code is required. It ends when all sessions of the account are closed. */
  code: { accountId: string; to: string; epoch: number }
  /** A passkey is required, to sign in or to confirm who is signed in. */
  'passkey-use': { challenge: string }
  /** A new passkey is being added. */
  'passkey-add': { challenge: string; accountId: string }
  /** The browser was sent to a provider. */
  provider: { state: string; nonce: string; verifier: string; purpose: string; to: string }
  /** A provider said who the person is, and the signed-in person has to confirm that. */
  identity: { accountId: string; issuer: string; subject: string; name: string }
}
export type ChallengeKind = keyof ChallengeData

/** What a sign-in remembers from one step to the next: on the server, for ten minutes, behind a token of 256 bits. */
export interface Challenges {
  /** @returns the token. */
  begin<Kind extends ChallengeKind>(kind: Kind, data: ChallengeData[Kind]): Promise<string>
  /** Reads a challenge without using it up. */
  read<Kind extends ChallengeKind>(kind: Kind, token: string): Promise<ChallengeData[Kind] | undefined>
  /** Reads a challenge and uses it up, so that only one of several callers gets it. */
  take<Kind extends ChallengeKind>(kind: Kind, token: string): Promise<ChallengeData[Kind] | undefined>
}

export function createChallenges({ challenges, clock }: { challenges: ChallengeStore; clock: Clock }): Challenges {
  const parsed = (text: string | undefined) => (text === undefined ? undefined : JSON.parse(text))
  return {
    async begin(kind, data) {
      const token = newToken()
      const accountId = 'accountId' in data ? data.accountId : undefined
      const expiresAt = clock.now() + CHALLENGE_FOR
      await challenges.add(hashToken(token), { kind, data: JSON.stringify(data), expiresAt, accountId })
      return token
    },
    read: async (kind, token) => parsed(await challenges.find(hashToken(token), kind, clock.now())),
    take: async (kind, token) => parsed(await challenges.take(hashToken(token), kind, clock.now())),
  }
}
