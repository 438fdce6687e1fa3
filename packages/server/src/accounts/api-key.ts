import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { API_KEY } from '@deep-research/sdk/contract'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const { prefix, randomLength, checksumLength } = API_KEY
const SHAPE = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`)

/** A new key. `random` is 256 bits; they come from the system's random source unless a test gives its own. */
export function mintApiKey(random: Uint8Array = randomBytes(32)): string {
  const bits = BigInt(`0x${Buffer.from(random).toString('hex')}`)
  const body = prefix + base62(bits, randomLength)
  return body + checksum(body)
}

/** Whether a text looks like a key and its checksum fits. Tells nothing about whether the key exists. */
export function isWellFormedApiKey(text: string): boolean {
  if (!SHAPE.test(text)) return false
  const body = text.slice(0, -checksumLength)
  return checksum(body) === text.slice(-checksumLength)
}

/** The only form in which a key is kept: SHA-256, as hex. */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex')
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), checksumLength)
}

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text
  return text.padStart(length, '0')
}
