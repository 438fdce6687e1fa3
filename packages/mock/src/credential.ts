import { API_KEY, apiKeyChecksum, HEADERS, readCredential } from '@deep-research/sdk/contract'

/** The key that a request carries, or `undefined` where it carries none, or two that differ. */
export function credentialOf(headers: Headers): string | undefined {
  const header = (name: string) => headers.get(name) ?? undefined
  return readCredential(header(HEADERS.apiKey), header(HEADERS.authorization))
}

/**
 * A well-formed API key for tests; the same number gives the same key. It opens nothing but a mock.
 * @param number - which one, from 0
 */
export function testApiKey(number = 0): string {
  return toApiKey(`test${number}`)
}

/** A well-formed API key that nobody else has. */
export function uniqueApiKey(): string {
  return toApiKey(`scope${crypto.randomUUID().replaceAll('-', '')}`)
}

function toApiKey(name: string): string {
  const body = `${API_KEY.prefix}${name.padEnd(API_KEY.randomLength, 'X')}`
  return body + apiKeyChecksum(body)
}
