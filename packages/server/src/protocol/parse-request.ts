import {
  DEFAULT_REASONING_LEVEL,
  LIMITS,
  type ReasoningLevel,
  type ResearchRequest,
  researchRequestSchema,
} from '@deep-research/sdk/contract'
import type * as z from 'zod'
import { type ApiError, invalidRequest } from './api-error.ts'
import { readJsonObject } from './read-json.ts'

/** A checked request, its defaults filled in. */
export interface ParsedRequest {
  query: string
  level: ReasoningLevel
  includeThinking: boolean
  includeToolCalls: boolean
  /** The caller's own correlation id, if it gave one. */
  requestId: string | undefined
  metadata: Record<string, string> | undefined
}

type Issue = z.core.$ZodIssue

/** The bytes of a body to a checked request, or the refusal of the first thing wrong with it. */
export function parseRequest(bytes: Uint8Array): { request: ParsedRequest } | { error: ApiError } {
  const json = readJsonObject(bytes)
  if ('error' in json) return json
  const checked = researchRequestSchema.safeParse(json.value)
  const [issue] = checked.error?.issues ?? []
  if (issue) return { error: refusal(issue, json.value) }
  const { query, reasoning_level, options, request_id } = checked.data as ResearchRequest
  const metadata = json.value['metadata'] as Record<string, string> | undefined
  if (metadata !== undefined && !isMetadata(metadata)) return { error: invalidRequest(TAKES['metadata'] ?? '') }
  return {
    request: {
      query,
      level: reasoning_level ?? DEFAULT_REASONING_LEVEL,
      includeThinking: options?.include_thinking ?? false,
      includeToolCalls: options?.include_tool_calls ?? false,
      requestId: request_id,
      metadata,
    },
  }
}

/** What each field takes, said to whoever sent something else. */
const TAKES: Record<string, string> = {
  query: `query must be a string of 1 to ${LIMITS.queryCodePoints} characters.`,
  options: 'options must be an object with the flags include_thinking and include_tool_calls.',
  'options.include_thinking': 'options.include_thinking must be true or false.',
  'options.include_tool_calls': 'options.include_tool_calls must be true or false.',
  request_id: `request_id must be a string of 1 to ${LIMITS.requestIdLength} characters of A-Z a-z 0-9 . _ : -`,
  metadata:
    `metadata must be an object of at most ${LIMITS.metadataKeys} keys of 1 to ${LIMITS.metadataKeyLength} ` +
    `characters, its values strings of at most ${LIMITS.metadataValueLength} characters.`,
}

function refusal(issue: Issue, body: Record<string, unknown>): ApiError {
  const [field] = issue.path
  if (field === 'query') return queryRefusal(issue, body)
  if (field === 'reasoning_level') {
    return { code: 'INVALID_REASONING_LEVEL', message: 'reasoning_level must be low, medium or high.' }
  }
  const name = field === 'options' ? issue.path.join('.') : String(field)
  return invalidRequest(TAKES[name] ?? `${name} is not valid.`)
}

function queryRefusal(issue: Issue, body: Record<string, unknown>): ApiError {
  const code = issue.code === 'custom' ? issue.params?.['code'] : undefined
  if (body['query'] === undefined || code === 'MISSING_QUERY') {
    return { code: 'MISSING_QUERY', message: 'query is missing or empty. Send the question as a string.' }
  }
  if (code === 'QUERY_EXCEEDS_MAX_LENGTH') {
    return { code, message: `query must be at most ${LIMITS.queryCodePoints} characters. Shorten it.` }
  }
  if (issue.code === 'custom') return invalidRequest('query must be well-formed Unicode: it holds a lone surrogate.')
  return invalidRequest(TAKES['query'] ?? '')
}

/** The schema does not see a key named `__proto__`; it is held to the same rule here. */
function isMetadata(metadata: Record<string, unknown>): boolean {
  const entries = Object.entries(metadata)
  return (
    entries.length <= LIMITS.metadataKeys &&
    entries.every(([, value]) => typeof value === 'string' && value.length <= LIMITS.metadataValueLength)
  )
}
