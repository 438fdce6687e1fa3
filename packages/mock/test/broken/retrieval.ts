import type { Fetch } from '../subject.ts'
import {
  type Asked,
  type Data,
  good,
  ignoring,
  refusal,
  replying,
  rereading,
  type Servers,
  stripped,
  without,
} from './break.ts'

const isGet = ({ method }: Asked) => method === 'GET'

/** A server that bends what a retrieval answers. */
const bentRetrieved = (edit: (retrieved: Data) => Data): Fetch =>
  replying(isGet, async (response) => {
    if (response.status !== 200) return response
    const body = (await response.json()) as Data
    return new Response(JSON.stringify(edit(body)), { status: 200, headers: response.headers })
  })

/** A server that keeps nothing of the first request once others have come. */
function forgetful(): Fetch {
  let asked = 0
  return replying(isGet, (response) => {
    asked += 1
    return asked > 1 ? refusal(404, 'NOT_FOUND') : response
  })
}

/** A server that says so of research that is asked to be detached, and knows nothing of it. */
function saying(value: string): Fetch {
  const next = ignoring('x-research-detached')
  return async (url, init) => {
    const response = await next(url, init)
    if (!new Headers(init.headers).has('x-research-detached')) return response
    const headers = new Headers(response.headers)
    headers.set('x-research-detached', value)
    return new Response(response.body, { status: response.status, headers })
  }
}

/** Per rule on retrieval, servers that break it. */
export const brokenRetrieval = {
  'retrieval.fields': {
    'has another name for the id': bentRetrieved(({ request_id, ...rest }) => ({ ...rest, id: request_id })),
    'has a status of its own': bentRetrieved((body) => ({ ...body, status: 'done' })),
    'dates in seconds': bentRetrieved((body) => ({
      ...body,
      created_at: Date.parse(String(body['created_at'])) / 1000,
    })),
    'knows no GET': replying(isGet, () => refusal(404, 'NOT_FOUND')),
  },
  'retrieval.completed': {
    'keeps the clean answer alone': bentRetrieved((body) => ({
      ...body,
      result: without((body['result'] ?? {}) as Data, 'answer'),
    })),
    'keeps no result': bentRetrieved((body) => without(body, 'result')),
    'says running for ever': bentRetrieved((body) => ({ ...body, status: 'running' })),
  },
  'retrieval.running': {
    'says it is queued': bentRetrieved((body) => ({
      ...body,
      status: body['status'] === 'running' ? 'queued' : body['status'],
    })),
    'has ended already': bentRetrieved((body) => ({ ...body, ended_at: body['created_at'] })),
    'does not know what runs': replying(isGet, async (response) => {
      const { status } = (await response.clone().json()) as Data
      return status === 'running' ? refusal(404, 'NOT_FOUND') : response
    }),
  },
  'retrieval.cancelled': {
    'says it failed': bentRetrieved((body) => ({
      ...body,
      status: body['status'] === 'cancelled' ? 'failed' : body['status'],
    })),
    'does not say when': bentRetrieved((body) => without(body, 'ended_at')),
    'goes on': replying(
      ({ method }) => method === 'DELETE',
      () => new Response(null, { status: 204 }),
      { passesOn: false },
    ),
  },
  'retrieval.retry-after': {
    'does not say': replying(isGet, (response) => stripped(response, 'retry-after')),
    'says a date': replying(isGet, (response) => {
      const headers = new Headers(response.headers)
      headers.set('retry-after', 'Thu, 01 Jan 2026 00:00:00 GMT')
      return new Response(response.body, { status: response.status, headers })
    }),
  },
  'detached.head': { 'says yes': saying('yes') },
  'detached.continues': { 'cancels it all the same': saying('true') },
  'retrieval.client-id': {
    'forgets it': bentRetrieved((body) => without(body, 'client_request_id')),
    'always has one': bentRetrieved((body) => ({ client_request_id: body['request_id'], ...body })),
  },
  'retrieval.credits': {
    'has the price of medium': bentRetrieved((body) => ({ ...body, credits: 15 })),
    'leaves the level to guess': bentRetrieved((body) => without(body, 'reasoning_level')),
  },
  'retrieval.times': {
    'ends before it begins': bentRetrieved((body) => ({ ...body, ended_at: '2001-01-01T00:00:00.000Z' })),
  },
  'retrieval.unknown': {
    'makes one up': replying(
      ({ path, method }) => method === 'GET' && path.endsWith('8000000000000000'),
      () => Response.json({ status: 'running' }),
    ),
  },
  'retrieval.foreign': {
    'shows it to anyone': rereading((request) => (isGet(request) ? { headers: good } : {})),
    'says it is forbidden': replying(
      (request) => isGet(request) && request.headers.get('x-api-key') !== good['x-api-key'],
      () => refusal(403, 'FORBIDDEN'),
    ),
  },
  'retrieval.key': {
    'needs none': rereading((request) => (isGet(request) ? { headers: good } : {})),
    'says not found': replying(
      (request) => isGet(request) && !request.headers.has('x-api-key'),
      () => refusal(404, 'NOT_FOUND'),
    ),
  },
  'retrieval.kept': { 'forgets it': forgetful() },
} satisfies Servers
