import { randomFillSync } from 'node:crypto'

/** The random bytes of one id. They are drawn for many ids at once, since the system call costs more than the bytes. */
const RANDOM = 10
const pool = Buffer.alloc(RANDOM * 400)
let drawn = pool.length

const VARIANTS = '89ab'

let lastTime = Number.NaN
let lastDigits = ''

/**
 * A UUID of version 7 without hyphens: 48 bits of `now` (milliseconds), then random bits, so that ids sort by age.
 */
export function uuidv7(now: number): string {
  if (drawn === pool.length) {
    randomFillSync(pool)
    drawn = 0
  }
  if (now !== lastTime) {
    lastTime = now
    lastDigits = now.toString(16).padStart(12, '0')
  }
  const digits = pool.toString('hex', drawn, drawn + RANDOM)
  const variant = VARIANTS.charAt(pool.readUInt8(drawn + RANDOM - 1) & 3)
  drawn += RANDOM
  return `${lastDigits}7${digits.slice(0, 3)}${variant}${digits.slice(3, 18)}`
}

/** An id of the form `<prefix>_<uuidv7>`. */
export function newId(prefix: 'req' | 'acct' | 'key' | 'evt' | 'okey' | 'whk' | 'msg', now: number): string {
  return `${prefix}_${uuidv7(now)}`
}
