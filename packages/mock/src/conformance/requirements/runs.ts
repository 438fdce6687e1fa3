import type { Requirement } from './requirement.ts'

/** Resuming, cancelling and repeating a request. */
export const RUNS = [
  {
    id: 'resume.rest',
    source: 'decision',
    rule: 'A resumed stream goes on behind the envelopes that arrived, and completes.',
  },
  { id: 'resume.unknown', source: 'decision', rule: 'Resuming what is not known is 404 NOT_FOUND.' },
  { id: 'resume.foreign', source: 'decision', rule: "Resuming another account's request is 404 NOT_FOUND." },
  { id: 'cancel.known', source: 'decision', rule: 'DELETE of an own request is 204, also when it has ended.' },
  { id: 'cancel.unknown', source: 'decision', rule: 'DELETE of what is not known is 404 NOT_FOUND.' },
  { id: 'cancel.foreign', source: 'decision', rule: "DELETE of another account's request is 404 NOT_FOUND." },
  {
    id: 'idempotency.same',
    source: 'decision',
    rule: 'The same Idempotency-Key and body join the same request, from its first event.',
  },
  {
    id: 'idempotency.other',
    source: 'decision',
    rule: 'The same Idempotency-Key with another body is INVALID_REQUEST.',
  },
] as const satisfies readonly Requirement[]
