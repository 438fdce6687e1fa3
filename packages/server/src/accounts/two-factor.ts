import { hash, randomBytes } from 'node:crypto'
import type { Clock } from '#kernel/clock.ts'
import type { Account } from './account.ts'
import { deriveKey, seal, unseal } from './derived-key.ts'
import type { TwoFactorStore } from './ways.ts'

/** The service's name in authenticator apps. */
const SERVICE = 'Deep Research'

/** How many seconds a code may be older or newer than this machine's clock: one step. */
const TOLERANCE = 30

const BACKUP_CODES = 10
const BACKUP_BYTES = 10
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app needs. */
export interface TwoFactorSetUp {
  /** Base32. */
  secret: string
  /** `otpauth://totp/…`, which the QR code contains. */
  uri: string
}

/** A second factor: the codes of an authenticator app (RFC 6238), and backup codes for someone who lost it. */
export interface TwoFactor {
  /** Whether codes are required at sign-in, and how many backup codes are left. */
  status(accountId: string): Promise<{ on: boolean; backupCodes: number }>
  /** Makes a new secret, which is not used before it is confirmed. */
  begin(account: Account): Promise<void>
  /** The secret that waits to be confirmed; undefined if there is none. */
  pending(account: Account): Promise<TwoFactorSetUp | undefined>
  /**
   * Turns two-factor sign-in on with a code.
   * @returns the backup codes, to be shown only now; undefined if the code is wrong.
   */
  confirm(account: Account, code: string): Promise<string[] | undefined>
  /** Whether a code or a backup code is right. Each is accepted once. */
  check(accountId: string, code: string): Promise<'code' | 'backup' | undefined>
  /** Makes new backup codes, which replace all others. */
  renewCodes(accountId: string): Promise<string[]>
  /** False if it was not on. */
  remove(accountId: string): Promise<boolean>
}

export function createTwoFactor({
  twoFactors: store,
  clock,
  secret: serviceSecret,
}: {
  twoFactors: TwoFactorStore
  clock: Clock
  secret: string
}): TwoFactor {
  const key = deriveKey('two-factor', serviceSecret)
  const stepOf = async (sealed: string, accountId: string, code: string): Promise<number | undefined> => {
    const secret = unseal(sealed, key, accountId)
    if (secret === undefined || !isShortCode(code)) return undefined
    const { verify } = await import('otplib')
    const epoch = Math.floor(clock.now() / 1_000)
    const result = await verify({ secret, token: plain(code), epoch, epochTolerance: TOLERANCE })
    return result.valid && 'timeStep' in result ? result.timeStep : undefined
  }

  return {
    async status(accountId) {
      const totp = await store.find(accountId)
      return { on: totp?.confirmedAt !== undefined, backupCodes: totp?.backupCodes ?? 0 }
    },
    async begin({ id }) {
      const { generateSecret } = await import('otplib')
      await store.begin(id, seal(generateSecret(), key, id))
    },
    async pending({ id, email }) {
      const totp = await store.find(id)
      const secret = totp && totp.confirmedAt === undefined ? unseal(totp.secret, key, id) : undefined
      if (secret === undefined) return undefined
      const { generateURI } = await import('otplib')
      return { secret, uri: generateURI({ issuer: SERVICE, label: email, secret }) }
    },
    async confirm({ id }, code) {
      const totp = await store.find(id)
      const step = totp && (await stepOf(totp.secret, id, code))
      if (step === undefined) return undefined
      const codes = newBackupCodes()
      const hashes = codes.map((each) => hashBackupCode(id, each))
      return (await store.confirm(id, step, hashes, clock.now())) ? codes : undefined
    },
    async check(accountId, code) {
      const totp = await store.find(accountId)
      if (totp?.confirmedAt === undefined) return undefined
      if (!isShortCode(code)) {
        return (await store.useBackupCode(accountId, hashBackupCode(accountId, code))) ? 'backup' : undefined
      }
      const step = await stepOf(totp.secret, accountId, code)
      return step !== undefined && (await store.useStep(accountId, step)) ? 'code' : undefined
    },
    async renewCodes(accountId) {
      const codes = newBackupCodes()
      await store.replaceBackupCodes(
        accountId,
        codes.map((each) => hashBackupCode(accountId, each)),
      )
      return codes
    },
    remove: (accountId) => store.remove(accountId),
  }
}

/** Whether a text looks like an authenticator's code rather than a backup code. */
export function isShortCode(text: string): boolean {
  return /^\d{6}$/.test(plain(text))
}

/** Removes the spaces and hyphens that people type, and the difference between upper and lower case. */
function plain(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase()
}

/** Each code has 80 random bits, in groups of four characters; with so many bits a fast hash is enough. */
function newBackupCodes(): string[] {
  return Array.from({ length: BACKUP_CODES }, () => toBase32(randomBytes(BACKUP_BYTES)).replace(/(.{4})(?=.)/g, '$1-'))
}

function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replace(/.{5}/g, (five) => BASE32[Number.parseInt(five, 2)] ?? '')
}

function hashBackupCode(accountId: string, code: string): string {
  return hash('sha256', `${accountId} ${plain(code)}`, 'hex')
}
