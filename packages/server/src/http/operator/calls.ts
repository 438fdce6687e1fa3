import { TIERS, type Tier } from '@deep-research/sdk/contract'
import { type Account, normalizeEmail } from '#accounts/account.ts'
import type { Management } from '#accounts/manage.ts'
import type { OperatorScope } from '#accounts/operator-key.ts'
import type { AccountStore } from '#accounts/ports.ts'
import type { SecurityEventStore } from '#accounts/security-event.ts'
import { REQUEST_STATES } from '#admission/history.ts'
import type { ReportStore } from '#admission/reports.ts'
import { type Fields, instant, oneOf, requiredText, text, wholeNumber } from './fields.ts'
import { refusal } from './refusal.ts'
import {
  accountShape,
  creditsShape,
  EVENT_COLUMNS,
  eventShape,
  keyShape,
  requestShape,
  shapesCsv,
  usageShape,
} from './shapes.ts'

/** What the calls of the operator's API work with. */
export interface OperatorParts {
  accounts: AccountStore
  reports: ReportStore
  securityEvents: SecurityEventStore
}

/** One call, after its key and its scope were checked. */
export interface OperatorCall {
  /** The parts of the path. */
  params: Fields
  query: Fields
  body: Fields
  idempotencyKey: string | undefined
  /** Changes are recorded as the key's. */
  manage: Management
  now: number
}

/** What a call is answered with. */
export type OperatorAnswer = { status?: number; json: object } | { csv: string; next: string | undefined }

/** A route of the operator's API. */
export interface OperatorRoute {
  method: 'GET' | 'POST' | 'PATCH'
  /** Below `/operator/v1`. */
  path: string
  scope: OperatorScope
  answer(parts: OperatorParts, call: OperatorCall): Promise<OperatorAnswer>
}

const tiers = Object.keys(TIERS) as Tier[]

/** The largest page of a list, and the usual one. */
const MOST = 200
const USUAL = 50
const DAY = 86_400_000
/** The longest time that usage is summed over, in days. */
const MOST_DAYS = 366
const MOST_CREDITS = 1_000_000_000

/** All routes of the operator's API. */
export const OPERATOR_ROUTES: readonly OperatorRoute[] = [
  {
    ...{ method: 'GET', path: '/accounts', scope: 'accounts:read' },
    async answer({ accounts }, { query, now }) {
      const state = oneOf(query, 'state', ['active', 'suspended', 'operator'])
      const search = (text(query, 'search') ?? '').toLowerCase()
      const { items, next } = await accounts.search({ text: search, state, ...pageOf(query) }, now)
      const found = items.map((one) => ({
        ...accountShape(one.account),
        operator: one.operator,
        credits: creditsShape(one.balances),
      }))
      return { json: { accounts: found, next } }
    },
  },
  {
    ...{ method: 'POST', path: '/accounts', scope: 'accounts:write' },
    async answer(_parts, { body, manage }) {
      const tier = oneOf(body, 'tier', tiers) ?? 'free'
      return { status: 201, json: accountShape(await manage.createAccount(requiredText(body, 'email'), tier)) }
    },
  },
  {
    ...{ method: 'GET', path: '/accounts/:account', scope: 'accounts:read' },
    answer: async (parts, { params }) => ({ json: accountShape(await accountOf(parts, params)) }),
  },
  {
    ...{ method: 'PATCH', path: '/accounts/:account', scope: 'accounts:write' },
    async answer(parts, { params, body, manage }) {
      let account = await accountOf(parts, params)
      const tier = oneOf(body, 'tier', tiers)
      const limit = body['spending_limit'] === null ? null : wholeNumber(body, 'spending_limit', UP_TO)
      if (tier === undefined && limit === undefined) throw refusal('invalid', 'Send tier, spending_limit, or both.')
      if (tier !== undefined) account = await manage.setTier(account.id, tier)
      if (limit !== undefined)
        account = { ...account, ...(await manage.setSpendingLimit(account.id, limit ?? undefined)), tier: account.tier }
      return { json: accountShape(account) }
    },
  },
  {
    ...{ method: 'POST', path: '/accounts/:account/suspend', scope: 'accounts:write' },
    async answer(parts, { params, body, manage }) {
      const { id } = await accountOf(parts, params)
      return { json: accountShape(await manage.suspend(id, text(body, 'reason', REASON))) }
    },
  },
  {
    ...{ method: 'POST', path: '/accounts/:account/reinstate', scope: 'accounts:write' },
    async answer(parts, { params, body, manage }) {
      const { id } = await accountOf(parts, params)
      return { json: accountShape(await manage.reinstate(id, text(body, 'reason', REASON))) }
    },
  },
  {
    ...{ method: 'GET', path: '/accounts/:account/keys', scope: 'keys:read' },
    async answer(parts, { params, manage }) {
      const { id } = await accountOf(parts, params)
      return { json: { keys: (await manage.listKeys(id)).map(keyShape) } }
    },
  },
  {
    ...{ method: 'POST', path: '/keys/:key/revoke', scope: 'keys:revoke' },
    answer: async (_parts, { params, manage }) => ({
      json: keyShape(await manage.revokeKey(requiredText(params, 'key'))),
    }),
  },
  {
    ...{ method: 'GET', path: '/accounts/:account/credits', scope: 'credits:read' },
    async answer(parts, { params, manage }) {
      const { id } = await accountOf(parts, params)
      const { nextRenewal, ...balances } = await manage.showCredits(id)
      return { json: { account_id: id, ...creditsShape(balances), renews_at: new Date(nextRenewal).toISOString() } }
    },
  },
  {
    ...{ method: 'POST', path: '/accounts/:account/credits', scope: 'credits:grant' },
    async answer(parts, { params, body, idempotencyKey, manage }) {
      if (idempotencyKey === undefined) {
        throw refusal('invalid', 'Idempotency-Key is missing. Send the id of the payment, so that it is granted once.')
      }
      const { id } = await accountOf(parts, params)
      const credits = wholeNumber(body, 'credits', { least: 1, most: MOST_CREDITS })
      if (credits === undefined) throw refusal('invalid', 'credits is missing.')
      const { nextRenewal, ...balances } = await manage.grantCredits(
        id,
        credits,
        requiredText(body, 'reason', REASON),
        idempotencyKey,
      )
      return { json: { account_id: id, ...creditsShape(balances), renews_at: new Date(nextRenewal).toISOString() } }
    },
  },
  {
    ...{ method: 'GET', path: '/usage', scope: 'usage:read' },
    async answer(parts, { query, now }) {
      const before = instant(query, 'before') ?? now + 1
      const from = instant(query, 'from') ?? before - 30 * DAY
      if (from >= before || before - from > MOST_DAYS * DAY) {
        throw refusal('invalid', `from must be an earlier time than before, by at most ${MOST_DAYS} days.`)
      }
      const asked = { from, before, keyId: text(query, 'key'), accountId: await filteredBy(parts, query) }
      const usage = (await parts.reports.usage(asked)).map(usageShape)
      return inForm(query, { usage }, usage, USAGE)
    },
  },
  {
    ...{ method: 'GET', path: '/requests', scope: 'requests:read' },
    async answer(parts, { query }) {
      const { items, next } = await parts.reports.requests({
        ...pageOf(query),
        ...{ accountId: await filteredBy(parts, query), keyId: text(query, 'key'), id: text(query, 'id') },
        ...{ status: oneOf(query, 'status', REQUEST_STATES), metadata: text(query, 'metadata') },
        ...{ from: instant(query, 'from'), before: instant(query, 'before') },
      })
      const requests = items.map(requestShape)
      return inForm(query, { requests, next }, requests, REQUESTS)
    },
  },
  {
    ...{ method: 'GET', path: '/audit', scope: 'audit:read' },
    async answer(parts, { query }) {
      const range = { from: instant(query, 'from'), to: instant(query, 'before') }
      const accountId = await filteredBy(parts, query)
      const { items, next } = await parts.securityEvents.list({ accountId, ...range, ...pageOf(query) })
      const events = items.map(eventShape)
      return inForm(query, { events, next }, events, EVENT_COLUMNS)
    },
  },
]

const UP_TO = { least: 0, most: MOST_CREDITS }
const REASON = { most: 200 }

const USAGE = ['day', 'account_id', 'key_id', 'reasoning_level', 'requests', 'credits']
const REQUESTS = [
  ...['request_id', 'client_request_id', 'account_id', 'key_id', 'status', 'failure', 'reasoning_level', 'credits'],
  ...['created_at', 'ended_at', 'metadata'],
]

function pageOf(query: Fields): { after: string | undefined; limit: number } {
  return { after: text(query, 'after'), limit: wholeNumber(query, 'limit', { least: 1, most: MOST }) ?? USUAL }
}

/** The account of a path, by its id or its address. @throws {@link OperatorRefusal} */
async function accountOf({ accounts }: OperatorParts, params: Fields): Promise<Account> {
  const ref = requiredText(params, 'account')
  const account = await accounts.find(normalizeEmail(ref) ?? ref)
  if (!account) throw refusal('missing', 'There is no such account. Send its id or its email address.')
  return account
}

/** The id of the account that a list is asked for. One that is gone is found by its id. */
async function filteredBy({ accounts }: OperatorParts, query: Fields): Promise<string | undefined> {
  const ref = text(query, 'account')
  if (ref === undefined) return undefined
  return (await accounts.find(normalizeEmail(ref) ?? ref))?.id ?? ref
}

/** JSON, or lines for a spreadsheet where `format` is `csv`. */
function inForm(query: Fields, json: object, rows: readonly object[], columns: readonly string[]): OperatorAnswer {
  if (oneOf(query, 'format', ['json', 'csv']) !== 'csv') return { json }
  return { csv: shapesCsv(columns, rows as Record<string, unknown>[]), next: (json as { next?: string }).next }
}
