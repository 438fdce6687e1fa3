import { KEYS } from '../subject.ts'
import {
  good,
  headless,
  isKeyless,
  misrefusing,
  rebody,
  refusal,
  renamed,
  replying,
  rereading,
  type Servers,
  stripped,
  unlimited,
  without,
} from './break.ts'

/** Per rule on refusals, servers that break it. */
export const brokenRefusals = {
  'error.body': {
    'is flat': misrefusing('*', (error) => ({ body: error })),
    'is a page': replying(
      () => true,
      (response) => (response.ok ? response : new Response('<html>', { status: response.status })),
    ),
  },
  'query.missing': {
    'asks something': rebody((body) => ({ query: 'x', ...body })),
    'calls it invalid': renamed('MISSING_QUERY', 'INVALID_REQUEST'),
  },
  'query.empty': {
    'asks something': rebody((body) => ({ ...body, query: body['query'] === '' ? 'x' : body['query'] })),
  },
  'query.too-long': { 'cuts it': rebody((body) => ({ ...body, query: String(body['query']).slice(0, 10_000) })) },
  'query.longest': {
    'stops at 9,999': rebody((body) =>
      String(body['query']).length === 10_000 ? { query: 'x'.repeat(10_001) } : body,
    ),
  },
  'level.invalid': { 'takes any': rebody(({ query }) => ({ query })) },
  'body.not-json': {
    'asks something': rereading(({ body }) => (body === '{"query":' ? { body: '{"query":"x"}' } : {})),
  },
  'key.missing': {
    'needs none': rereading((request) => (isKeyless(request) ? { headers: good } : {})),
    'has another type': misrefusing('INVALID_API_KEY', (error) => ({
      body: { error: { ...error, type: 'invalid_request_error' } },
    })),
    'says 403': misrefusing('INVALID_API_KEY', () => ({ status: 403 })),
  },
  'key.malformed': {
    'takes any': rereading(({ headers }) => (headers.get('x-api-key') === 'nonsense' ? { headers: good } : {})),
  },
  'key.revoked': {
    'takes old ones': rereading(({ headers }) => (headers.get('x-api-key') === KEYS.revoked ? { headers: good } : {})),
  },
  'key.message': {
    'names one way': misrefusing('INVALID_API_KEY', (error) => ({
      body: { error: { ...error, message: 'Send X-API-Key.' } },
    })),
  },
  'path.unknown': {
    'takes any path': rereading(({ path }) => (path.endsWith('nothing') ? { path: '/v1/research' } : {})),
    'says so in HTML': replying(
      ({ path }) => path.endsWith('nothing'),
      () => new Response('<html>', { status: 404 }),
    ),
  },
  'credits.insufficient': {
    'gives credit': rereading(({ headers }) => (headers.get('x-api-key') === KEYS.poor ? { headers: good } : {})),
    'has no Retry-After': replying(
      ({ headers }) => headers.get('x-api-key') === KEYS.poor,
      (response) => stripped(response, 'retry-after'),
    ),
  },
  'slots.exceeded': {
    'has no limit': unlimited(),
    'has no Retry-After': replying(
      () => true,
      (response) => (response.status === 429 ? stripped(response, 'retry-after') : response),
    ),
    'gives a date': headless('retry-after', 'Thu, 01 Jan 2099 00:00:00 GMT'),
  },
  'backend.unreachable': {
    'is a proxy': replying(
      ({ body }) => body === '{}',
      () => new Response('<html>', { status: 502 }),
    ),
  },
  'error.types': { 'has one type': misrefusing('*', (error) => ({ body: { error: { ...error, type: 'error' } } })) },
  'error.exact': {
    'tells more': misrefusing('*', (error) => ({ body: { error: { ...error, stack: 'at …' } } })),
    'tells more beside': misrefusing('*', (error) => ({ body: { error, status: 'error' } })),
  },
  'error.status': { 'always says 400': misrefusing('*', () => ({ status: 400 })) },
  'query.white-space': {
    'asks it': rebody((body) => ({ ...body, query: String(body['query']).trim() === '' ? 'x' : body['query'] })),
  },
  'query.type': {
    'takes it as text': rebody((body) => ({ ...body, query: String(body['query']) })),
    'does not name it': misrefusing('INVALID_REQUEST', (error) => ({ body: { error: { ...error, message: 'Bad.' } } })),
  },
  'query.code-points': {
    'counts UTF-16': rebody((body) => (String(body['query']).length > 10_000 ? { query: 'x'.repeat(10_001) } : body)),
  },
  'query.surrogate': { 'takes it': rebody((body) => ({ ...body, query: String(body['query']).toWellFormed() })) },
  'options.type': { 'takes a list': rebody((body) => ({ ...body, options: {} })) },
  'options.flag': { 'takes it for true': rebody((body) => ({ ...body, options: {} })) },
  'request-id.pattern': { 'takes any': rebody((body) => without(body, 'request_id')) },
  'metadata.limits': { 'takes any': rebody((body) => without(body, 'metadata')) },
  'body.unknown-fields': {
    'refuses them': rebody((body) => ('field_of_a_later_version' in body ? { query: 5 } : body)),
  },
  'body.object': { 'takes a list': rereading(({ body }) => (body === '[]' ? { body: '{}' } : {})) },
  'body.content-type': { 'takes any': rereading(() => ({ headers: { 'content-type': 'application/json' } })) },
  'body.utf8': { 'repairs it': rereading(({ body }) => (body === '' ? { body: '{"query":"x"}' } : {})) },
  'body.size': {
    'says 413': replying(
      ({ body }) => body.length > 1_000_000,
      () => new Response('{}', { status: 413 }),
    ),
  },
  'order.path-first': { 'looks at the key first': replying(isKeyless, () => refusal(401, 'INVALID_API_KEY')) },
  'order.key-before-body': {
    'looks at the body first': replying(
      ({ body }) => body === '{',
      () => refusal(400, 'INVALID_REQUEST'),
    ),
  },
  'path.method': {
    'takes any': rereading(({ method }) => (method === 'PUT' ? { method: 'POST' } : {})),
    'says 405': replying(
      ({ method }) => method === 'PUT',
      () => new Response('{}', { status: 405 }),
    ),
  },
  'path.version': { 'takes any': rereading(({ path }) => (path.startsWith('/v2') ? { path: '/v1/research' } : {})) },
  'key.bearer': {
    'knows one way': replying(
      ({ headers }) => !headers.has('x-api-key'),
      () => refusal(401, 'INVALID_API_KEY'),
    ),
  },
  'key.two': {
    'takes the first': rereading(({ headers }) =>
      headers.has('x-api-key') ? { headers: { authorization: 'Basic x' } } : {},
    ),
  },
  'key.challenge': { 'has none': headless('www-authenticate') },
  'response.id': { 'has none': headless('x-request-id'), 'has one for all': headless('x-request-id', 'req_1') },
} satisfies Servers
