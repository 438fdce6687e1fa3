import type { Requirement } from './requirement.ts'

/** Resuming, cancelling and repeating a request. */
export const RUNS = [
  {
    id: 'resume.rest',
    source: 'decision',
    rule: 'A resumed stream continues after the envelopes that arrived, and completes.',
  },
  { id: 'resume.unknown', source: 'decision', rule: 'Resuming an unknown request is 404 NOT_FOUND.' },
  { id: 'resume.foreign', source: 'decision', rule: "Resuming another account's request is 404 NOT_FOUND." },
  { id: 'resume.no-body', source: 'decision', rule: 'A resume needs no body.' },
  { id: 'resume.any-body', source: 'decision', rule: 'The body of a resume is ignored.' },
  {
    id: 'resume.again',
    source: 'decision',
    rule: 'A resume from the beginning of a request that has ended gets its last event again.',
  },
  {
    id: 'resume.beyond',
    source: 'decision',
    rule: 'A resume beyond the end of a request that has ended gets its last event, not an empty stream.',
  },
  {
    id: 'detached.head',
    source: 'decision',
    rule: 'A response that honours X-Research-Detached says X-Research-Detached: true.',
  },
  {
    id: 'detached.continues',
    source: 'decision',
    rule: 'Detached research goes on to its end when nobody reads.',
  },
  { id: 'cancel.known', source: 'decision', rule: 'DELETE of your own request is 204, even if it has ended.' },
  { id: 'cancel.unknown', source: 'decision', rule: 'DELETE of an unknown request is 404 NOT_FOUND.' },
  { id: 'cancel.foreign', source: 'decision', rule: "DELETE of another account's request is 404 NOT_FOUND." },
  { id: 'cancel.key', source: 'decision', rule: 'DELETE with the Idempotency-Key of your own request is 204.' },
  {
    id: 'cancel.key-unknown',
    source: 'decision',
    rule: 'DELETE with an unknown Idempotency-Key, or without one, is 404 NOT_FOUND.',
  },
  { id: 'cancel.slot', source: 'decision', rule: 'A cancelled request frees its slot.' },
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
