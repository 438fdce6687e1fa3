import { hash, randomBytes } from 'node:crypto'
import { API_KEY, apiKeyChecksum } from '@deep-research/sdk/contract'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Makes a new key. `random` is 256 bits, from the system's random source unless a test passes its own. */
export function mintApiKey(random: Uint8Array = randomBytes(32)): string {
  return mintKey(API_KEY.prefix, random)
}

/** Makes a new key of another kind, which begins with a prefix of its own. */
export function mintKey(prefix: string, random: Uint8Array = randomBytes(32)): string {
  const bits = BigInt(`0x${Buffer.from(random).toString('hex')}`)
  const body = prefix + base62(bits, API_KEY.randomLength)
  return body + apiKeyChecksum(body)
}

/** The only form in which a key is stored: SHA-256, as hex. */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex')
}

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text
  return text.padStart(length, '0')
}
