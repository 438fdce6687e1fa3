import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { createFairQueue } from './fair-queue.ts'

/** 32 MiB and about a tenth of a second on one core. */
const COST = { N: 2 ** 15, r: 8, p: 3 }
const MAX_MEMORY = 67_108_864
const SALT_BYTES = 16
const HASH_BYTES = 32

/** How many hashes are computed at once, and how many may wait. */
const QUEUE = { atOnce: 2, maxWaiting: 64 }

/**
 * Hashes passwords. A process has one hasher, so that their total cost is limited. `caller` is who asks for the work;
 * callers take turns, so that a flood from one does not keep the others waiting.
 */
export interface PasswordHasher {
  /** `scrypt$<N>$<r>$<p>$<salt>$<hash>`, with salt and hash in base64url. */
  hash(password: string, caller: string): Promise<string>
  /** Whether the password is right. It takes as long if there is no hash to compare with. */
  verify(password: string, hash: string | undefined, caller: string): Promise<boolean>
}

export function createPasswordHasher(cost = COST): PasswordHasher {
  const queue = createFairQueue(QUEUE)
  const derive = (caller: string, password: string, salt: Buffer, { N, r, p } = cost) =>
    queue.run(caller, () => runScrypt(password, salt, { N, r, p }))

  return {
    async hash(password, caller) {
      const salt = randomBytes(SALT_BYTES)
      const hash = await derive(caller, password, salt)
      const { N, r, p } = cost
      return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
    },
    async verify(password, kept, caller) {
      const [, N, r, p, salt, hash] = kept?.split('$') ?? []
      if (salt === undefined || hash === undefined) {
        await derive(caller, password, randomBytes(SALT_BYTES))
        return false
      }
      const given = { N: Number(N), r: Number(r), p: Number(p) }
      const made = await derive(caller, password, Buffer.from(salt, 'base64url'), given)
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
