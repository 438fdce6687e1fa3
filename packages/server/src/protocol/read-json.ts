import { LIMITS } from '@deep-research/sdk/contract'
import { type ApiError, invalidRequest } from './api-error.ts'

export const bodyTooLarge = invalidRequest(
  `The body must be at most ${LIMITS.bodyBytes} bytes. Shorten what it carries beside query.`,
)

/** What `Content-Type` and `Content-Encoding` must say, or the refusal. */
export function checkBodyHeaders(contentType: string | undefined, encoding: string | undefined): ApiError | undefined {
  if (contentType === undefined) return invalidRequest('Content-Type is missing. Send application/json.')
  const [media = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  if (media !== 'application/json') return invalidRequest('Content-Type must be application/json.')
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  if (charset !== undefined && charset.replaceAll('"', '') !== 'charset=utf-8') {
    return invalidRequest('Content-Type must name no charset but utf-8.')
  }
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    return invalidRequest('Content-Encoding is not supported. Send the body uncompressed.')
  }
  return undefined
}

/** Bytes to a JSON object: valid UTF-8, valid JSON, and an object. */
export function readJsonObject(bytes: Uint8Array): { value: Record<string, unknown> } | { error: ApiError } {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { error: invalidRequest('The body is not valid UTF-8. Send JSON encoded as UTF-8.') }
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { error: invalidRequest('The body is not valid JSON. Send one JSON object.') }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { error: invalidRequest('The body must be a JSON object with a query field.') }
  }
  return { value: value as Record<string, unknown> }
}
