import type { Requirement } from './requirement.ts'

/** What every envelope contains, and in which order. */
export const ENVELOPE = [
  {
    id: 'envelope.type',
    source: 'Event envelope',
    line: '| type | string | Event kind (see Events). |',
    rule: 'Every envelope has a type, a string.',
  },
  {
    id: 'envelope.request-id',
    source: 'Event envelope',
    line: 'The request_id of every event equals the client-provided ID, or the generated one.',
    rule: 'request_id is the same string in every event.',
  },
  {
    id: 'envelope.generated-id',
    source: 'Event envelope',
    line: 'When omitted, the service generates one whose value begins with req_.',
    rule: 'A generated request_id begins with req_.',
  },
  {
    id: 'envelope.timestamp',
    source: 'Event envelope',
    line: 'ISO 8601 UTC timestamp with millisecond precision.',
    rule: 'timestamp is ISO 8601, UTC, with milliseconds.',
  },
  {
    id: 'envelope.data',
    source: 'Event envelope',
    line: '| data | object | Payload that depends on type. |',
    rule: 'data is an object.',
  },
  { id: 'envelope.echo', source: 'decision', rule: 'request_id of the body is echoed in every event.' },
] as const satisfies readonly Requirement[]
