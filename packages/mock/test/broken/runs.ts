import type { Fetch } from '../subject.ts'
import { type Asked, good, ignoring, refusal, replying, rereading, type Servers } from './break.ts'

/** A server to which every key is the same account's. */
const open = (when: (request: Asked) => boolean): Fetch =>
  rereading((request) => (when(request) ? { headers: good } : {}))

const isBeyond = ({ headers }: Asked) => headers.get('last-event-id') === '1000000'
const isKeyDelete = ({ method, path }: Asked) => method === 'DELETE' && path === '/v1/research'

/** A server that resumes only where the body comes again. */
const wantingBody = (): Fetch =>
  replying(
    ({ headers, body }) => headers.has('x-research-resume') && body === '',
    () => refusal(400, 'INVALID_REQUEST'),
  )

/** A server that leaves the first event out where an `Idempotency-Key` comes again. */
function joiningLate(): Fetch {
  let came = 0
  return replying(
    ({ headers }) => headers.has('idempotency-key'),
    async (response) => {
      came += 1
      if (came === 1) return response
      const text = await response.text()
      return new Response(text.replace(/data: .+\n\n/, ''), response)
    },
  )
}

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
  'resume.no-body': { 'wants one': wantingBody() },
  'resume.any-body': {
    'looks at it': replying(
      ({ headers, body }) => headers.has('x-research-resume') && body === '{',
      () => refusal(400, 'INVALID_REQUEST'),
    ),
  },
  'resume.again': {
    'knows it no longer': replying(
      ({ headers }) => headers.get('last-event-id') === '0',
      () => refusal(404, 'NOT_FOUND'),
    ),
    'ends it bare': replying(
      ({ headers }) => headers.get('last-event-id') === '0',
      (response) => new Response('data: [DONE]\n\n', response),
    ),
  },
  'resume.beyond': {
    'says it is wrong': replying(isBeyond, () => refusal(400, 'INVALID_REQUEST')),
    'ends it bare': replying(isBeyond, (response) => new Response('', response)),
    'fails it': replying(
      isBeyond,
      (response) => new Response('data: {"type":"research.failed","data":{}}\n\n', response),
    ),
  },
  'resume.unknown': { 'begins a new one': ignoring('x-research-resume') },
  'resume.foreign': { 'gives it to anyone': open(({ headers }) => headers.has('x-research-resume')) },
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
  'cancel.key': {
    'knows no such DELETE': replying(isKeyDelete, () => refusal(404, 'NOT_FOUND')),
    'says 200': replying(isKeyDelete, () => new Response('{}', { status: 200 })),
  },
  'cancel.key-unknown': {
    'takes any': replying(isKeyDelete, () => new Response(null, { status: 204 })),
    'takes none': replying(
      (request) => isKeyDelete(request) && !request.headers.has('idempotency-key'),
      () => new Response(null, { status: 204 }),
    ),
  },
  'cancel.slot': {
    'keeps it': replying(
      ({ method }) => method === 'DELETE',
      () => new Response(null, { status: 204 }),
      { passesOn: false },
    ),
  },
  'cancel.foreign': { 'lets anyone': open(({ method }) => method === 'DELETE') },
  'idempotency.same': { 'charges twice': ignoring('idempotency-key'), 'joins late': joiningLate() },
  'idempotency.other': { 'begins a new one': ignoring('idempotency-key') },
} satisfies Servers
