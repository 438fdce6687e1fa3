import { TIERS } from '@deep-research/sdk/contract'
import { OPERATOR_SCOPES, type OperatorScope } from '#accounts/operator-key.ts'

type Json = Record<string, unknown>

const text = { type: 'string' }
const time = { type: 'string', format: 'date-time' }
const whole = { type: 'integer', minimum: 0 }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const list = (of: string) => ({ type: 'array', items: ref(of) })
const object = (properties: Json, required: string[] = []) => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
})

const tier = { type: 'string', enum: Object.keys(TIERS) }

const SCHEMAS: Json = {
  Account: object({ id: text, email: text, tier, created_at: time, suspended_at: time, spending_limit: whole }, [
    ...['id', 'email', 'tier', 'created_at'],
  ]),
  FoundAccount: {
    allOf: [ref('Account'), object({ operator: { type: 'boolean' }, credits: ref('Balance') }, ['credits'])],
  },
  Balance: object({ free: whole, added: whole, balance: whole }, ['free', 'added', 'balance']),
  Credits: {
    allOf: [ref('Balance'), object({ account_id: text, renews_at: time }, ['account_id', 'renews_at'])],
  },
  Key: object(
    {
      ...{ id: text, account_id: text, name: text, last4: text, scopes: { type: 'array', items: text } },
      ...{ created_at: time, last_used_at: time, expires_at: time, revoked_at: time, monthly_budget: whole },
    },
    ['id', 'account_id', 'last4', 'created_at'],
  ),
  UsageRow: object(
    {
      ...{ day: { type: 'string', format: 'date' }, account_id: text, key_id: text, reasoning_level: text },
      ...{ requests: whole, credits: whole },
    },
    ['day', 'account_id', 'reasoning_level', 'requests', 'credits'],
  ),
  Request: object(
    {
      ...{ request_id: text, client_request_id: text, account_id: text, key_id: text, status: text, failure: text },
      ...{ reasoning_level: text, credits: whole, created_at: time, ended_at: time },
      ...{ metadata: { type: 'object', additionalProperties: text }, usage: { type: 'object' } },
    },
    ['request_id', 'account_id', 'status', 'reasoning_level', 'credits', 'created_at'],
  ),
  Event: object(
    {
      ...{ id: text, at: time, kind: text, account_id: text, actor: text, actor_id: text, address: text },
      ...{ user_agent: text, detail: { type: 'object' }, count: whole },
    },
    ['id', 'at', 'kind', 'actor', 'count'],
  ),
  Error: object({ error: object({ type: text, code: text, message: text }, ['type', 'code', 'message']) }, ['error']),
}

const query = (name: string, description: string, schema: Json = text) => ({
  ...{ name, in: 'query', required: false, description, schema },
})
const paging = [
  query('after', 'The `next` of the page before.'),
  query('limit', 'Items of a page; default: 50.', { type: 'integer', minimum: 1, maximum: 200 }),
]
const range = [
  query('from', 'The first day or instant, in UTC.'),
  query('before', 'The day or instant before which it ends, in UTC.'),
]
const ofAccount = query('account', 'The id or the email address of an account.')
const ofKey = query('key', 'The id of a key.')
const format = query('format', '`csv` for a spreadsheet; `X-Next-After` then has the `next`.', {
  type: 'string',
  enum: ['json', 'csv'],
})
const idempotencyKey = {
  ...{ name: 'Idempotency-Key', in: 'header', required: true, schema: { ...text, minLength: 1, maxLength: 128 } },
  description: 'Names the grant, such as the id of a payment: the same one is made once, for ever.',
}

interface Call {
  scope: OperatorScope
  id: string
  summary: string
  parameters?: Json[]
  body?: Json
  answer: Json
  status?: number
}

const reason = { ...text, maxLength: 200, description: 'Why, for the audit trail.' }

/** Each call, by its method and path; parts of a path are in braces. */
const CALLS: Record<string, Call> = {
  'get /accounts': {
    ...{ scope: 'accounts:read', id: 'listAccounts', summary: 'List accounts, the newest first' },
    parameters: [
      query('search', 'A part of the address, or the id.'),
      query('state', 'Only accounts in this state.', { type: 'string', enum: ['active', 'suspended', 'operator'] }),
      ...paging,
    ],
    answer: object({ accounts: list('FoundAccount'), next: text }, ['accounts']),
  },
  'post /accounts': {
    ...{ scope: 'accounts:write', id: 'createAccount', summary: 'Create an account', status: 201 },
    body: object({ email: text, tier }, ['email']),
    answer: ref('Account'),
  },
  'get /accounts/{account}': {
    ...{ scope: 'accounts:read', id: 'showAccount', summary: 'Show an account', answer: ref('Account') },
  },
  'patch /accounts/{account}': {
    ...{ scope: 'accounts:write', id: 'changeAccount', summary: 'Set the tier or the spending limit of an account' },
    body: object({
      tier,
      spending_limit: { ...whole, nullable: true, description: 'Credits of a month; null for none.' },
    }),
    answer: ref('Account'),
  },
  'post /accounts/{account}/suspend': {
    ...{ scope: 'accounts:write', id: 'suspendAccount', summary: 'Suspend an account', body: object({ reason }) },
    answer: ref('Account'),
  },
  'post /accounts/{account}/reinstate': {
    ...{ scope: 'accounts:write', id: 'reinstateAccount', summary: 'End a suspension', body: object({ reason }) },
    answer: ref('Account'),
  },
  'get /accounts/{account}/keys': {
    ...{ scope: 'keys:read', id: 'listKeys', summary: 'List the keys of an account, never their secrets' },
    answer: object({ keys: list('Key') }, ['keys']),
  },
  'post /keys/{key}/revoke': {
    ...{ scope: 'keys:revoke', id: 'revokeKey', summary: 'Revoke a key for good', answer: ref('Key') },
  },
  'get /accounts/{account}/credits': {
    ...{ scope: 'credits:read', id: 'showCredits', summary: 'Show the balances of an account', answer: ref('Credits') },
  },
  'post /accounts/{account}/credits': {
    ...{ scope: 'credits:grant', id: 'grantCredits', summary: 'Grant credits that do not expire, once' },
    parameters: [idempotencyKey],
    body: object({ credits: { ...whole, minimum: 1 }, reason }, ['credits', 'reason']),
    answer: ref('Credits'),
  },
  'get /usage': {
    ...{ scope: 'usage:read', id: 'usage', summary: 'Usage by day (UTC), account, key and level; default: 30 days' },
    parameters: [...range, ofAccount, ofKey, format],
    answer: object({ usage: list('UsageRow') }, ['usage']),
  },
  'get /requests': {
    ...{
      scope: 'requests:read',
      id: 'listRequests',
      summary: 'List requests, the newest first, never their questions',
    },
    parameters: [
      ...[query('id', 'The id of the request, or the caller’s own.'), query('metadata', 'A part of the metadata.')],
      ...[query('status', 'Only requests in this state.'), ofAccount, ofKey, ...range, ...paging, format],
    ],
    answer: object({ requests: list('Request'), next: text }, ['requests']),
  },
  'get /audit': {
    ...{ scope: 'audit:read', id: 'listEvents', summary: 'The audit trail, the newest first' },
    parameters: [ofAccount, ...range, ...paging, format],
    answer: object({ events: list('Event'), next: text }, ['events']),
  },
}

/** Describes the operator's API in OpenAPI 3.0. It is a document of its own, since callers of research have no use for it. */
export function describeOperatorApi(): object {
  const paths: Record<string, Json> = {}
  for (const [name, call] of Object.entries(CALLS)) {
    const [method = '', path = ''] = name.split(' ')
    paths[path] = { ...paths[path], [method]: operation(path, call) }
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Deep Research, for operators',
      version: '1',
      description: `Accounts, keys, credits, usage and requests, for the programs of whoever runs the service. A key is made on /operator/keys, with the scopes that it needs: ${OPERATOR_SCOPES.join(', ')}.`,
    },
    servers: [{ url: '/operator/v1' }],
    security: [{ apiKey: [] }, { bearer: [] }],
    paths,
    components: {
      schemas: SCHEMAS,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

function operation(path: string, { scope, id, summary, parameters = [], body, answer, status = 200 }: Call): Json {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true, schema: text },
    description: name === 'account' ? 'The id or the email address of the account.' : 'The id.',
  }))
  const refused = { description: 'Refused.', content: { 'application/json': { schema: ref('Error') } } }
  return {
    ...{
      operationId: id,
      summary,
      description: `Needs the scope \`${scope}\`.`,
      parameters: [...inPath, ...parameters],
    },
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      [status]: { description: 'Done.', content: { 'application/json': { schema: answer } } },
      default: refused,
    },
  }
}
