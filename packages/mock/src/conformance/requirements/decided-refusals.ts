import type { Requirement } from './requirement.ts'

/** Refusals for which the specification has no rule. */
export const DECIDED_REFUSALS = [
  { id: 'error.types', source: 'decision', rule: 'error.type belongs to the code.' },
  { id: 'error.exact', source: 'decision', rule: 'An error body has only these three fields.' },
  { id: 'error.status', source: 'decision', rule: 'Each code comes with its own status.' },
  { id: 'query.white-space', source: 'decision', rule: 'A query of only white space is MISSING_QUERY.' },
  {
    id: 'query.type',
    source: 'decision',
    rule: 'A query that is not a string is INVALID_REQUEST, and the message names the field.',
  },
  { id: 'query.code-points', source: 'decision', rule: '10,000 emoji are not too long.' },
  { id: 'query.surrogate', source: 'decision', rule: 'A lone surrogate is INVALID_REQUEST.' },
  { id: 'options.type', source: 'decision', rule: 'options that are not an object are INVALID_REQUEST.' },
  {
    id: 'options.flag',
    source: 'decision',
    rule: 'A flag that is not a boolean is INVALID_REQUEST, and the message names it.',
  },
  {
    id: 'request-id.pattern',
    source: 'decision',
    rule: 'A request_id that does not match its pattern is INVALID_REQUEST.',
  },
  { id: 'metadata.limits', source: 'decision', rule: 'metadata beyond its limits is INVALID_REQUEST.' },
  { id: 'body.unknown-fields', source: 'decision', rule: 'Unknown fields are ignored.' },
  { id: 'body.object', source: 'decision', rule: 'A body that is JSON but not an object is INVALID_REQUEST.' },
  { id: 'body.content-type', source: 'decision', rule: 'Another Content-Type is INVALID_REQUEST.' },
  { id: 'body.utf8', source: 'decision', rule: 'Invalid UTF-8 is INVALID_REQUEST.' },
  { id: 'body.size', source: 'decision', rule: 'A body over 1 MiB is 400 INVALID_REQUEST.' },
  { id: 'order.path-first', source: 'decision', rule: 'An unknown path is 404 even without a key.' },
  { id: 'order.key-before-body', source: 'decision', rule: 'A bad key is 401 even with a bad body.' },
  { id: 'path.method', source: 'decision', rule: 'Another method is 404 NOT_FOUND.' },
  { id: 'path.version', source: 'decision', rule: 'Another version prefix is 404 NOT_FOUND.' },
  { id: 'key.bearer', source: 'decision', rule: 'Authorization: Bearer is accepted too.' },
  { id: 'key.two', source: 'decision', rule: 'Two keys that differ are 401.' },
  { id: 'key.challenge', source: 'decision', rule: 'A 401 has WWW-Authenticate: Bearer.' },
  { id: 'response.id', source: 'decision', rule: 'Every response has a unique X-Request-Id of the form req_….' },
] as const satisfies readonly Requirement[]
