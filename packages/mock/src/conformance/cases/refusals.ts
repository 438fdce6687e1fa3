import {
  API_KEY,
  ERRORS,
  type ErrorCode,
  errorBodySchema,
  HEADERS,
  LIMITS,
  RESEARCH_PATH,
} from '@deep-research/sdk/contract'
import { type Exchange, errorOf, headOf, isRecord, parseJson } from '../exchange.ts'
import { type Case, first, judge, misfit, notTestable } from '../finding.ts'
import type { Ask, Probe } from '../probe.ts'
import { isError } from './is-error.ts'

type Body = object | string | Uint8Array<ArrayBuffer>

/** A body that is refused with a code. */
const body = (make: (query: string) => Body, code: ErrorCode, names?: RegExp, headers?: Ask['headers']): Case => {
  return async (probe) => judge(isError(await probe.post(make(probe.query), headers), code, names))
}

/** A request that is refused with a code. */
const request = (ask: Ask, code: ErrorCode): Case => {
  return async (probe) => judge(isError(await probe.ask({ body: '{}', ...ask }), code))
}

/**
 * A level that no service has. It keeps a request from costing anything, and is refused only after everything else
 * passed.
 */
const UNKNOWN_LEVEL = 'conformance'

const TOO_LONG = 'x'.repeat(LIMITS.queryCodePoints + 1)

/**
 * A body that is refused only for its level, which shows that the rest of it was accepted. A service that checks the
 * level first reveals nothing by this.
 */
const passes = (beside: object): Case => {
  return async (probe) => {
    const seen = await probe.post({ query: probe.query, ...beside, reasoning_level: UNKNOWN_LEVEL })
    const evidence = isError(seen, 'INVALID_REASONING_LEVEL')
    if (evidence !== undefined) return judge(evidence)
    const both = await probe.post({ query: TOO_LONG, reasoning_level: UNKNOWN_LEVEL })
    const levelFirst = errorOf(both).code === 'INVALID_REASONING_LEVEL'
    return levelFirst ? notTestable('the level is looked at before the query') : judge(undefined)
  }
}

const withQuery = (beside: object) => (query: string) => ({ query, ...beside })
const key = (value: string | undefined) => ({ [HEADERS.apiKey]: value })
const SMALL = '{"query":""}'

/** Refusals that cost nothing, for the rules that apply to all of them. */
async function refusals(probe: Probe): Promise<Exchange[]> {
  return [
    await probe.post({}),
    await probe.post('{'),
    await probe.ask({ body: SMALL, headers: key(undefined) }),
    await probe.ask({ body: SMALL, path: `${RESEARCH_PATH}-nothing` }),
  ]
}

const onRefusals = (check: (seen: Exchange) => string | undefined): Case => {
  return async (probe) => judge(first(await refusals(probe), check))
}

const shape = onRefusals((seen) => {
  const { type, code, message } = errorOf(seen)
  const whole = [type, code, message].every((field) => typeof field === 'string' && field !== '')
  return whole ? undefined : headOf(seen)
})

function entryOf(seen: Exchange) {
  const { code } = errorOf(seen)
  return Object.entries(ERRORS).find(([name]) => name === code)?.[1]
}

const revoked: Case = async (probe) => {
  const { revokedKey } = probe.subject
  if (revokedKey === undefined) return notTestable('no revoked key was given')
  return judge(isError(await probe.ask({ body: SMALL, headers: key(revokedKey) }), 'INVALID_API_KEY'))
}

const insufficient: Case = async (probe) => {
  const { poorKey } = probe.subject
  if (poorKey === undefined) return notTestable('no key of an account without credits was given')
  const seen = await probe.post({ query: probe.query }, key(poorKey))
  const retryAfter = seen.headers.get(HEADERS.retryAfter)
  return judge(
    isError(seen, 'INSUFFICIENT_CREDITS') ?? (retryAfter === null ? `no Retry-After: ${headOf(seen)}` : undefined),
  )
}

/** A test cannot disconnect a service's backend, but a 502 that occurred can be judged. */
const unreachable: Case = async ({ seen }) => {
  const came = seen.filter(({ status }) => status === 502)
  if (came.length === 0) return notTestable('the backend was there')
  return judge(first(came, (one) => isError(one, 'PROXY_ERROR')))
}

const uniqueIds: Case = async (probe) => {
  const seen = [...(await refusals(probe)), await probe.stream('plain'), await probe.stream('verbose')]
  const ids = seen.map(({ headers }) => headers.get(HEADERS.requestId))
  const odd = ids.findIndex((id, index) => !/^req_./.test(id ?? '') || ids.indexOf(id) !== index)
  return judge(odd < 0 ? undefined : `X-Request-Id of the responses: ${JSON.stringify(ids)}`)
}

const otherKey = `${API_KEY.prefix}${'0'.repeat(API_KEY.randomLength + API_KEY.checksumLength)}`

export const refusalCases = {
  'error.body': shape,
  'query.missing': body(() => ({}), 'MISSING_QUERY'),
  'query.empty': body(() => ({ query: '' }), 'MISSING_QUERY'),
  'query.too-long': body(() => ({ query: TOO_LONG }), 'QUERY_EXCEEDS_MAX_LENGTH'),
  'query.longest': passes({ query: 'x'.repeat(LIMITS.queryCodePoints) }),
  'level.invalid': body(withQuery({ reasoning_level: UNKNOWN_LEVEL }), 'INVALID_REASONING_LEVEL'),
  'body.not-json': body(() => '{"query":', 'INVALID_REQUEST'),
  'key.missing': async (probe) => {
    const seen = await probe.ask({ body: SMALL, headers: key(undefined) })
    const typed = errorOf(seen).type === ERRORS.INVALID_API_KEY.type
    return judge(isError(seen, 'INVALID_API_KEY') ?? (typed ? undefined : headOf(seen)))
  },
  'key.malformed': request({ body: SMALL, headers: key('nonsense') }, 'INVALID_API_KEY'),
  'key.revoked': revoked,
  'key.message': async (probe) => {
    const seen = await probe.ask({ body: SMALL, headers: key(undefined) })
    return judge(isError(seen, 'INVALID_API_KEY', /^(?=.*X-API-Key)(?=.*Authorization: Bearer)/is))
  },
  'path.unknown': request({ path: `${RESEARCH_PATH}-nothing` }, 'NOT_FOUND'),
  'credits.insufficient': insufficient,
  'backend.unreachable': unreachable,
  'error.types': onRefusals((seen) => (entryOf(seen)?.type === errorOf(seen).type ? undefined : headOf(seen))),
  'error.exact': onRefusals((seen) => {
    const parsed = parseJson(seen.text)
    return isRecord(parsed) && isRecord(parsed['error']) ? misfit(errorBodySchema, parsed, 'body') : headOf(seen)
  }),
  'error.status': onRefusals((seen) => (entryOf(seen)?.status === seen.status ? undefined : headOf(seen))),
  'query.white-space': body(() => ({ query: ' \n\t' }), 'MISSING_QUERY'),
  'query.type': body(() => ({ query: 5 }), 'INVALID_REQUEST', /query/),
  'query.code-points': passes({ query: '🏔'.repeat(LIMITS.queryCodePoints) }),
  'query.surrogate': body(() => '{"query":"a\\ud800"}', 'INVALID_REQUEST'),
  'options.type': body(withQuery({ options: [] }), 'INVALID_REQUEST'),
  'options.flag': body(withQuery({ options: { include_thinking: 'yes' } }), 'INVALID_REQUEST', /include_thinking/),
  'request-id.pattern': body(withQuery({ request_id: 'with a space' }), 'INVALID_REQUEST'),
  'metadata.limits': body(
    withQuery({ metadata: { note: 'x'.repeat(LIMITS.metadataValueLength + 1) } }),
    'INVALID_REQUEST',
  ),
  'body.unknown-fields': passes({ field_of_a_later_version: { any: 1 } }),
  'body.object': body(() => '[]', 'INVALID_REQUEST'),
  'body.content-type': body(withQuery({}), 'INVALID_REQUEST', undefined, { [HEADERS.contentType]: 'text/plain' }),
  'body.utf8': body(
    () => Uint8Array.from([...new TextEncoder().encode('{"query":"a'), 0xff, 0x22, 0x7d]),
    'INVALID_REQUEST',
  ),
  'body.size': body(withQuery({ padding: 'x'.repeat(LIMITS.bodyBytes) }), 'INVALID_REQUEST'),
  'order.path-first': request({ path: `${RESEARCH_PATH}-nothing`, headers: key(undefined) }, 'NOT_FOUND'),
  'order.key-before-body': request({ body: '{', headers: key('nonsense') }, 'INVALID_API_KEY'),
  'path.method': request({ method: 'PUT' }, 'NOT_FOUND'),
  'path.version': request({ path: RESEARCH_PATH.replace('v1', 'v2') }, 'NOT_FOUND'),
  'key.bearer': async (probe) => {
    const headers = { ...key(undefined), [HEADERS.authorization]: `Bearer ${probe.subject.key}` }
    return judge(isError(await probe.post({}, headers), 'MISSING_QUERY'))
  },
  'key.two': request({ body: SMALL, headers: { [HEADERS.authorization]: `Bearer ${otherKey}` } }, 'INVALID_API_KEY'),
  'key.challenge': async (probe) => {
    const seen = await probe.ask({ body: SMALL, headers: key(undefined) })
    const challenge = seen.headers.get(HEADERS.wwwAuthenticate)
    return judge(challenge === 'Bearer' ? undefined : `WWW-Authenticate: ${challenge}; ${headOf(seen)}`)
  },
  'response.id': uniqueIds,
} satisfies Record<string, Case>
