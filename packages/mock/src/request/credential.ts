import { API_KEY, apiKeyChecksum, HEADERS, readCredential } from '@deep-research/sdk/contract'

/** The key in a request; `undefined` if there is none, or if there are two that differ. */
export function credentialOf(headers: Headers): string | undefined {
  const header = (name: string) => headers.get(name) ?? undefined
  return readCredential(header(HEADERS.apiKey), header(HEADERS.authorization))
}

/**
 * A well-formed API key for tests; the same number gives the same key. Only a mock accepts it.
 * @param number - the number of the key, from 0
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
