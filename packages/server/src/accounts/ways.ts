import type { SecurityEvent } from './security-event.ts'

/** The secret from which an authenticator app computes codes. */
export interface Totp {
  /** The encrypted secret. */
  secret: string
  /** Undefined until one of its codes was entered; before that no code is required. */
  confirmedAt: number | undefined
  /** How many backup codes are left. */
  backupCodes: number
}

/** Stores second factors. Each method is one transaction. */
export interface TwoFactorStore {
  find(accountId: string): Promise<Totp | undefined>
  /** Stores an unconfirmed secret in place of an earlier unconfirmed one. A confirmed secret stays. */
  begin(accountId: string, secret: string): Promise<void>
  /** Confirms the secret with the step of one of its codes. False if there is none to confirm. */
  confirm(accountId: string, step: number, backupCodes: readonly string[], now: number): Promise<boolean>
  /** Records the step of a code. False if this step or a later one was already used. */
  useStep(accountId: string, step: number): Promise<boolean>
  /** Uses up a backup code, by its hash. False if there is no such code. */
  useBackupCode(accountId: string, hash: string): Promise<boolean>
  replaceBackupCodes(accountId: string, hashes: readonly string[]): Promise<void>
  /**
   * Removes the secret and the backup codes; open sessions then no longer count as opened with a second factor. False
   * if there was no confirmed secret.
   */
  remove(accountId: string, event?: SecurityEvent): Promise<boolean>
}

/** A passkey as it is stored. */
export interface Passkey {
  /** The id of the credential, in base64url. */
  id: string
  accountId: string
  name: string
  /** The COSE key, in base64url. */
  publicKey: string
  /** How often the authenticator says it was used; 0 if it does not count. */
  counter: number
  /** How a browser reaches the authenticator, such as `internal` or `usb`. */
  transports: string[]
  createdAt: number
  lastUsedAt: number | undefined
}

/** Stores passkeys. Each method is one transaction. */
export interface PasskeyStore {
  /** Adds a passkey, unless it exists already (`known`) or its account has `most` of them (`full`). */
  add(passkey: Passkey, most: number): Promise<'added' | 'known' | 'full'>
  find(id: string): Promise<Passkey | undefined>
  /** The oldest passkey comes first. */
  list(accountId: string): Promise<Passkey[]>
  used(id: string, counter: number, now: number): Promise<void>
  /** False if the account has no such passkey. */
  rename(accountId: string, id: string, name: string): Promise<boolean>
  /**
   * Removes a passkey; open sessions then no longer count as opened with a second factor. False if the account has no
   * such passkey.
   */
  remove(accountId: string, id: string): Promise<boolean>
}

/** A provider's identity that opens an account. */
export interface Identity {
  issuer: string
  /** The provider's permanent id of the person; an address may change hands. */
  subject: string
  accountId: string
  /** What helps a person recognise it, such as an address. */
  name: string | undefined
  createdAt: number
  lastUsedAt: number | undefined
}

/** Stores identities of providers. Each method is one transaction. */
export interface IdentityStore {
  /** False if the identity already belongs to an account. */
  add(identity: Identity): Promise<boolean>
  find(issuer: string, subject: string): Promise<Identity | undefined>
  /** The oldest identity comes first. */
  list(accountId: string): Promise<Identity[]>
  used(issuer: string, subject: string, now: number): Promise<void>
  /** False if the account has no such identity. */
  remove(accountId: string, issuer: string, subject: string): Promise<boolean>
}

/** The stores of all second factors and ways to sign in. */
export interface WayStores {
  twoFactors: TwoFactorStore
  passkeys: PasskeyStore
  identities: IdentityStore
  challenges: ChallengeStore
}

/** What a sign-in has to remember from one step to the next. */
export interface Challenge {
  kind: string
  /** JSON text. */
  data: string
  expiresAt: number
  /** Whose it is; undefined where nobody is known yet. */
  accountId: string | undefined
}

/** Stores challenges by the hashes of their tokens. Each method is one transaction. */
export interface ChallengeStore {
  add(hash: string, challenge: Challenge): Promise<void>
  /** Reads a challenge without using it up. */
  find(hash: string, kind: string, now: number): Promise<string | undefined>
  /** Reads a challenge and uses it up, so that only one of several callers gets it. */
  take(hash: string, kind: string, now: number): Promise<string | undefined>
  /** Deletes expired challenges. */
  sweep(now: number): Promise<void>
}
