import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** 32 MiB and about a tenth of a second of one core. */
const COST = { N: 2 ** 15, r: 8, p: 3 }
const MAX_MEMORY = 67_108_864
const SALT_BYTES = 16
const HASH_BYTES = 32

/** Hashes that are made at once, and that may wait for it. */
const AT_ONCE = 2
const MAX_WAITING = 64

/** What a password may have, in characters. */
export const PASSWORD_LENGTH = { min: 10, max: 200 } as const

/** Thrown where more passwords wait to be checked than the process can check soon. */
export class TooManyPasswords extends Error {
  override readonly name = 'TooManyPasswords'
}

/** Hashes passwords. One per process: it bounds what they cost together. */
export interface PasswordHasher {
  /** `scrypt$<N>$<r>$<p>$<salt>$<hash>`, the last two in base64url. */
  hash(password: string): Promise<string>
  /** False for another password; it takes as long where there is nothing to compare with. */
  verify(password: string, hash: string | undefined): Promise<boolean>
}

export function createPasswordHasher(cost = COST): PasswordHasher {
  const waiting: (() => void)[] = []
  let busy = 0

  const derive = async (password: string, salt: Buffer, { N, r, p } = cost) => {
    if (busy >= AT_ONCE) {
      if (waiting.length >= MAX_WAITING) throw new TooManyPasswords('too many passwords at once')
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else busy += 1
    try {
      return await runScrypt(password, salt, { N, r, p })
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy -= 1
    }
  }

  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES)
      const hash = await derive(password, salt)
      const { N, r, p } = cost
      return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
    },
    async verify(password, kept) {
      const [, N, r, p, salt, hash] = kept?.split('$') ?? []
      if (salt === undefined || hash === undefined) {
        await derive(password, randomBytes(SALT_BYTES))
        return false
      }
      const made = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
      const known = Buffer.from(hash, 'base64url')
      return made.length === known.length && timingSafeEqual(made, known)
    },
  }
}

function runScrypt(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, hash: Buffer) => (error ? reject(error) : resolve(hash))
    scrypt(password.normalize('NFC'), salt, HASH_BYTES, { ...cost, maxmem: MAX_MEMORY }, done)
  })
}
