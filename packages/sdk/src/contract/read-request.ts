import type * as z from 'zod'
import { researchRequestSchema } from './schemas.ts'
import { LIMITS } from './tables.ts'
import type { ErrorCode, ResearchRequest } from './types.ts'

/**
 * Why a request is refused: the code of the first rule that it breaks, and a message that names the field and the fix.
 */
export interface RequestRefusal {
  /** The code of the refusal. */
  code: ErrorCode
  /** What is wrong with the request, with the name of the field. */
  message: string
}

const invalid = (message: string): RequestRefusal => ({ code: 'INVALID_REQUEST', message })

/** The refusal of a body over the size limit, where a service stops reading. */
export const BODY_TOO_LARGE: RequestRefusal = invalid(
  `The body must be at most ${LIMITS.bodyBytes} bytes. Shorten what it carries beside query.`,
)

/**
 * The key in a request's headers: `X-API-Key`, or `Authorization: Bearer`. Undefined if there is none, or if the two
 * differ.
 */
export function readCredential(apiKey: string | undefined, authorization: string | undefined): string | undefined {
  const bearer = /^Bearer(?: +([^ ].*)?)?$/i.exec(authorization ?? '')
  if (!bearer) return apiKey
  const [, key = ''] = bearer
  return apiKey === undefined || apiKey === key ? key : undefined
}

/** Checks `Content-Type` and `Content-Encoding` of a request; returns the refusal if they are wrong. */
export function checkBodyHeaders(
  contentType: string | undefined,
  encoding: string | undefined,
): RequestRefusal | undefined {
  if (contentType === undefined) return invalid('Content-Type is missing. Send application/json.')
  const [media = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  if (media !== 'application/json') return invalid('Content-Type must be application/json.')
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  if (charset !== undefined && charset.replaceAll('"', '') !== 'charset=utf-8') {
    return invalid('Content-Type must name no charset but utf-8.')
  }
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    return invalid('Content-Encoding is not supported. Send the body uncompressed.')
  }
  return undefined
}

/** Parses the bytes of a body into a valid request, or returns the refusal for the first thing that is wrong. */
export function readRequest(bytes: Uint8Array): { request: ResearchRequest } | { refusal: RequestRefusal } {
  const json = readJsonObject(bytes)
  if ('refusal' in json) return json
  const checked = researchRequestSchema.safeParse(json.value)
  const [issue] = checked.error?.issues ?? []
  if (issue) return { refusal: refusalOf(issue, json.value) }
  const { metadata, ...request } = checked.data as ResearchRequest
  const given = json.value['metadata'] as Record<string, string> | undefined
  if (given === undefined) return { request }
  return isMetadata(given)
    ? { request: { ...request, metadata: given } }
    : { refusal: invalid(TAKES['metadata'] ?? '') }
}

function readJsonObject(bytes: Uint8Array): { value: Record<string, unknown> } | { refusal: RequestRefusal } {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { refusal: invalid('The body is not valid UTF-8. Send JSON encoded as UTF-8.') }
  }
  if (text.trim() === '') return { refusal: invalid('The body is empty. Send a JSON object with a query field.') }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { refusal: invalid('The body is not valid JSON. Send one JSON object with a query field.') }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { refusal: invalid('The body must be a JSON object with a query field.') }
  }
  return { value: value as Record<string, unknown> }
}

/** What each field accepts, for the message to whoever sent something else. */
const TAKES: Record<string, string> = {
  query: `query must be a string of 1 to ${LIMITS.queryCodePoints} characters.`,
  options: 'options must be an object with the flags include_thinking and include_tool_calls.',
  'options.include_thinking': 'options.include_thinking must be true or false.',
  'options.include_tool_calls': 'options.include_tool_calls must be true or false.',
  request_id: `request_id must be a string of 1 to ${LIMITS.requestIdLength} characters of A-Z a-z 0-9 . _ : -`,
  metadata:
    `metadata must be an object of at most ${LIMITS.metadataKeys} keys of 1 to ${LIMITS.metadataKeyLength} ` +
    `characters, its values strings of at most ${LIMITS.metadataValueLength} characters, without U+0000.`,
}

function refusalOf(issue: z.core.$ZodIssue, body: Record<string, unknown>): RequestRefusal {
  const [field] = issue.path
  if (field === 'query') return queryRefusal(issue, body)
  if (field === 'reasoning_level') {
    return { code: 'INVALID_REASONING_LEVEL', message: 'reasoning_level must be low, medium or high.' }
  }
  const name = field === 'options' ? issue.path.join('.') : String(field)
  return invalid(TAKES[name] ?? `${name} is not valid.`)
}

function queryRefusal(issue: z.core.$ZodIssue, body: Record<string, unknown>): RequestRefusal {
  const code = issue.code === 'custom' ? issue.params?.['code'] : undefined
  if (body['query'] === undefined || code === 'MISSING_QUERY') {
    return { code: 'MISSING_QUERY', message: 'query is missing or empty. Send the question as a string.' }
  }
  if (code === 'QUERY_EXCEEDS_MAX_LENGTH') {
    return { code, message: `query must be at most ${LIMITS.queryCodePoints} characters. Shorten it.` }
  }
  if (issue.code === 'custom' && issue.params?.['character'] !== undefined) {
    return invalid('query must not contain the character U+0000. Remove it.')
  }
  if (issue.code === 'custom') return invalid('query must be well-formed Unicode: it holds a lone surrogate.')
  return invalid(TAKES['query'] ?? '')
}

/** The schema does not see a key named `__proto__`, so the same rule is checked here. */
function isMetadata(metadata: Record<string, unknown>): boolean {
  const entries = Object.entries(metadata)
  return (
    entries.length <= LIMITS.metadataKeys &&
    entries.every(
      ([, value]) =>
        typeof value === 'string' && value.length <= LIMITS.metadataValueLength && !value.includes('\u0000'),
    )
  )
}
