import type { Requirement } from './requirement.ts'

/** Retrieving a request by its id. */
export const RETRIEVAL = [
  {
    id: 'retrieval.fields',
    source: 'decision',
    rule: 'GET of your own request is 200 and JSON with its fields, of their types.',
  },
  { id: 'retrieval.completed', source: 'decision', rule: 'The result of a completed request is that of its stream.' },
  {
    id: 'retrieval.running',
    source: 'decision',
    rule: 'The status of a running request is running, and it has not ended.',
  },
  {
    id: 'retrieval.retry-after',
    source: 'decision',
    rule: 'Where research can be detached, GET of a running request has Retry-After in whole seconds.',
  },
  { id: 'retrieval.cancelled', source: 'decision', rule: 'The status of a cancelled request is cancelled.' },
  { id: 'retrieval.client-id', source: 'decision', rule: "client_request_id is the caller's own id, or left out." },
  { id: 'retrieval.credits', source: 'decision', rule: 'Level and credits are those of the request.' },
  { id: 'retrieval.times', source: 'decision', rule: 'A request ended after it was created.' },
  { id: 'retrieval.unknown', source: 'decision', rule: 'GET of an unknown request is 404 NOT_FOUND.' },
  { id: 'retrieval.foreign', source: 'decision', rule: "GET of another account's request is 404 NOT_FOUND." },
  { id: 'retrieval.key', source: 'decision', rule: 'GET without a key is 401 INVALID_API_KEY.' },
  { id: 'retrieval.kept', source: 'decision', rule: 'The result of the first request is still kept at the end.' },
] as const satisfies readonly Requirement[]
