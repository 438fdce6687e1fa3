import type { SecurityEvent } from './security-event.ts'

/** What makes the codes of an authenticator app. */
export interface Totp {
  /** Encrypted. */
  secret: string
  /** Undefined until a code of it was entered: before, it is not asked for. */
  confirmedAt: number | undefined
  /** Backup codes that are left. */
  backupCodes: number
}

/** Where second factors are kept. Each method is one transaction. */
export interface TwoFactorStore {
  find(accountId: string): Promise<Totp | undefined>
  /** Keeps a secret that is not confirmed yet, in place of another such. A confirmed one stays. */
  begin(accountId: string, secret: string): Promise<void>
  /** Confirms the secret by the step of a code of it. False where there is none to confirm. */
  confirm(accountId: string, step: number, backupCodes: readonly string[], now: number): Promise<boolean>
  /** Takes note of the step of a code. False where it, or a later one, was used before. */
  useStep(accountId: string, step: number): Promise<boolean>
  /** Takes a backup code, by its hash. False where there is none such. */
  useBackupCode(accountId: string, hash: string): Promise<boolean>
  replaceBackupCodes(accountId: string, hashes: readonly string[]): Promise<void>
  /** False where there was none that is confirmed. */
  remove(accountId: string, event?: SecurityEvent): Promise<boolean>
}

/** A passkey as it is kept. */
export interface Passkey {
  /** The credential's id, as base64url. */
  id: string
  accountId: string
  name: string
  /** COSE, as base64url. */
  publicKey: string
  /** How often it says that it was used; 0 where it does not count. */
  counter: number
  /** How a browser reaches it, such as `internal` or `usb`. */
  transports: string[]
  createdAt: number
  lastUsedAt: number | undefined
}

/** Where passkeys are kept. Each method is one transaction. */
export interface PasskeyStore {
  /** False where there is such a passkey already. */
  add(passkey: Passkey): Promise<boolean>
  find(id: string): Promise<Passkey | undefined>
  /** The oldest first. */
  list(accountId: string): Promise<Passkey[]>
  used(id: string, counter: number, now: number): Promise<void>
  /** False where the account has no such passkey. */
  rename(accountId: string, id: string, name: string): Promise<boolean>
  /** False where the account has no such passkey. */
  remove(accountId: string, id: string): Promise<boolean>
}

/** Whom a provider knows as the owner of an account. */
export interface Identity {
  issuer: string
  /** The provider's lasting id of the person; an address may change hands. */
  subject: string
  accountId: string
  /** What tells a person which one it is, such as an address. */
  name: string | undefined
  createdAt: number
  lastUsedAt: number | undefined
}

/** Where identities of providers are kept. Each method is one transaction. */
export interface IdentityStore {
  /** False where somebody has it already. */
  add(identity: Identity): Promise<boolean>
  find(issuer: string, subject: string): Promise<Identity | undefined>
  /** The oldest first. */
  list(accountId: string): Promise<Identity[]>
  used(issuer: string, subject: string, now: number): Promise<void>
  /** False where the account has no such identity. */
  remove(accountId: string, issuer: string, subject: string): Promise<boolean>
}

/** Where all of these are kept. */
export interface WayStores {
  twoFactors: TwoFactorStore
  passkeys: PasskeyStore
  identities: IdentityStore
  challenges: ChallengeStore
}

/** Where is kept what a sign-in has to remember from one step to the next. Each method is one transaction. */
export interface ChallengeStore {
  add(hash: string, kind: string, data: string, expiresAt: number): Promise<void>
  /** Looking does not spend it. */
  find(hash: string, kind: string, now: number): Promise<string | undefined>
  /** Spends it: once, however many ask. */
  take(hash: string, kind: string, now: number): Promise<string | undefined>
  /** Forgets what is over. */
  sweep(now: number): Promise<void>
}
