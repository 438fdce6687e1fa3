import type { Requirement } from './requirement.ts'

/** What the specification refuses, and how. */
export const REFUSALS = [
  {
    id: 'error.body',
    source: 'Errors',
    line: 'Failures before the stream starts return an HTTP error status and a JSON body of this shape:',
    rule: 'An HTTP error has a JSON body with error.type, error.code and error.message.',
  },
  {
    id: 'query.missing',
    source: 'Request body',
    line: 'Missing or empty gives MISSING_QUERY; longer than 10,000 gives QUERY_EXCEEDS_MAX_LENGTH.',
    rule: 'A missing query is 400 MISSING_QUERY.',
  },
  {
    id: 'query.empty',
    source: 'Request body',
    line: 'Missing or empty gives MISSING_QUERY; longer than 10,000 gives QUERY_EXCEEDS_MAX_LENGTH.',
    rule: 'An empty query is 400 MISSING_QUERY.',
  },
  {
    id: 'query.too-long',
    source: 'Limits',
    line: '| query length | 1 to 10,000 characters |',
    rule: '10,001 characters are 400 QUERY_EXCEEDS_MAX_LENGTH.',
  },
  {
    id: 'query.longest',
    source: 'Limits',
    line: '| query length | 1 to 10,000 characters |',
    rule: '10,000 characters are not too long.',
  },
  {
    id: 'level.invalid',
    source: 'Errors',
    line: '| 400 | INVALID_REASONING_LEVEL | reasoning_level is not low, medium or high. |',
    rule: 'Another reasoning_level is 400 INVALID_REASONING_LEVEL.',
  },
  {
    id: 'body.not-json',
    source: 'Errors',
    line: '| 400 | INVALID_REQUEST | The body is not valid JSON. |',
    rule: 'A body that is not JSON is 400 INVALID_REQUEST.',
  },
  {
    id: 'key.missing',
    source: 'Authentication',
    line: 'A missing, malformed or revoked credential gives HTTP 401 with code INVALID_API_KEY and error type authentication_error.',
    rule: 'No key is 401 INVALID_API_KEY, authentication_error.',
  },
  {
    id: 'key.malformed',
    source: 'Authentication',
    line: 'A missing, malformed or revoked credential gives HTTP 401 with code INVALID_API_KEY and error type authentication_error.',
    rule: 'A malformed key is 401 INVALID_API_KEY.',
  },
  {
    id: 'key.revoked',
    source: 'Authentication',
    line: 'A missing, malformed or revoked credential gives HTTP 401 with code INVALID_API_KEY and error type authentication_error.',
    rule: 'A revoked key is 401 INVALID_API_KEY.',
  },
  {
    id: 'key.message',
    source: 'Authentication',
    line: 'The 401 message text names both the X-API-Key header and an Authorization: Bearer <key> header as ways to pass a key.',
    rule: 'The 401 message names X-API-Key and Authorization: Bearer.',
  },
  {
    id: 'path.unknown',
    source: 'Endpoints',
    line: '| Unknown path | 404 NOT_FOUND. |',
    rule: 'An unknown path is 404 NOT_FOUND.',
  },
  {
    id: 'credits.insufficient',
    source: 'Limits',
    line: 'When the balance is too low, the response is 402 INSUFFICIENT_CREDITS with a Retry-After header.',
    rule: 'A balance that is too low is 402 with Retry-After.',
  },
  {
    id: 'slots.exceeded',
    source: 'Limits',
    line: "When the tier's concurrent limit is exceeded, the response is 429 RATE_LIMIT_EXCEEDED with Retry-After in seconds.",
    rule: 'One request more than the tier allows is 429 with Retry-After in seconds.',
  },
  {
    id: 'backend.unreachable',
    source: 'Errors',
    line: '| 502 | PROXY_ERROR | The research backend was unreachable. |',
    rule: 'An unreachable backend is 502 PROXY_ERROR.',
  },
] as const satisfies readonly Requirement[]
