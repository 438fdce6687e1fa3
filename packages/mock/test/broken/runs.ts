import { ignoring, refusal, replying, rereading, type Servers } from './break.ts'

/** Per rule on resuming, cancelling and repeating, servers that break it. */
export const brokenRuns = {
  'resume.rest': {
    'begins again': rereading(({ headers }) =>
      headers.has('last-event-id') ? { headers: { 'last-event-id': '0' } } : {},
    ),
    'leaves one out': rereading(({ headers }) =>
      headers.has('last-event-id') ? { headers: { 'last-event-id': '3' } } : {},
    ),
    'does not know it': replying(
      ({ headers }) => headers.has('last-event-id'),
      () => refusal(404, 'NOT_FOUND'),
    ),
  },
  'resume.unknown': { 'begins a new one': ignoring('x-research-resume') },
  'cancel.known': {
    'knows no DELETE': replying(
      ({ method }) => method === 'DELETE',
      () => refusal(404, 'NOT_FOUND'),
    ),
  },
  'cancel.unknown': {
    'takes any': replying(
      ({ method }) => method === 'DELETE',
      () => new Response(null, { status: 204 }),
    ),
  },
  'idempotency.same': { 'charges twice': ignoring('idempotency-key') },
  'idempotency.other': { 'begins a new one': ignoring('idempotency-key') },
} satisfies Servers
