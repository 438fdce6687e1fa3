import { randomBytes } from 'node:crypto'

/**
 * A UUID of version 7 without hyphens: 48 bits of `now` (milliseconds), then random bits, so that ids sort by age.
 */
export function uuidv7(now: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = 0x70 | (bytes.readUInt8(6) & 0x0f)
  bytes[8] = 0x80 | (bytes.readUInt8(8) & 0x3f)
  return bytes.toString('hex')
}

/** An id of the form `<prefix>_<uuidv7>`. */
export function newId(prefix: 'req' | 'acct' | 'key', now: number): string {
  return `${prefix}_${uuidv7(now)}`
}
