import { API_KEY, apiKeyChecksum, HEADERS } from '@deep-research/sdk/contract'

/** The key that a request carries, or `undefined` where it carries none, or two that differ. */
export function readCredential(headers: Headers): string | undefined {
  const key = headers.get(HEADERS.apiKey) ?? undefined
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get(HEADERS.authorization) ?? '')?.[1]
  if (key !== undefined && bearer !== undefined && key !== bearer) return undefined
  return key ?? bearer
}

/**
 * A well-formed API key for tests; the same number gives the same key. It opens nothing but a mock.
 * @param number - which one, from 0
 */
export function testApiKey(number = 0): string {
  const random = `test${number}`.padEnd(API_KEY.randomLength, 'X')
  const body = `${API_KEY.prefix}${random}`
  return body + apiKeyChecksum(body)
}
