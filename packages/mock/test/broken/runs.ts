import type { Fetch } from '../subject.ts'
import { type Asked, good, ignoring, refusal, replying, rereading, type Servers } from './break.ts'

/** A server to which every key is the same account's. */
const open = (when: (request: Asked) => boolean): Fetch =>
  rereading((request) => (when(request) ? { headers: good } : {}))

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
  'cancel.foreign': { 'lets anyone': open(({ method }) => method === 'DELETE') },
  'idempotency.same': { 'charges twice': ignoring('idempotency-key'), 'joins late': joiningLate() },
  'idempotency.other': { 'begins a new one': ignoring('idempotency-key') },
} satisfies Servers
