import { API_KEY } from './tables.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The checksum step for each value of a byte. Computing it bit by bit would cost more than the rest of a refusal. */
const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  return crc
})

/** CRC-32 (IEEE 802.3, reflected) of ASCII text. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (let index = 0; index < text.length; index += 1) {
    crc = (crc >>> 8) ^ (CRC[(crc ^ text.charCodeAt(index)) & 0xff] ?? 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

/**
 * The checksum at the end of an API key: CRC-32 of everything before it, in base62 with the most significant digit
 * first.
 */
export function apiKeyChecksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < API_KEY.checksumLength; place += 1) {
    digits = BASE62.charAt(rest % BASE62.length) + digits
    rest = Math.floor(rest / BASE62.length)
  }
  return digits
}

/** Whether a text has the form of an API key with a correct checksum. It does not say whether the key exists. */
export function isWellFormedApiKey(key: string): boolean {
  const bodyLength = API_KEY.prefix.length + API_KEY.randomLength
  if (key.length !== bodyLength + API_KEY.checksumLength || !key.startsWith(API_KEY.prefix)) return false
  if (!/^[0-9A-Za-z]+$/.test(key.slice(API_KEY.prefix.length))) return false
  return apiKeyChecksum(key.slice(0, bodyLength)) === key.slice(bodyLength)
}
