import type { Account, ApiKey } from '#accounts/account.ts'
import { type Balances, total } from '#accounts/credits.ts'
import type { SecurityEvent } from '#accounts/security-event.ts'
import type { RequestFacts, UsageRow } from '#admission/reports.ts'
import { csv } from '#kernel/csv.ts'

const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString())

/** An account as the operator's API tells it. */
export function accountShape({ id, email, tier, registeredAt, suspendedAt, spendingLimit }: Account) {
  return {
    ...{ id, email, tier, created_at: iso(registeredAt), suspended_at: iso(suspendedAt) },
    spending_limit: spendingLimit,
  }
}

/** Balances, and their sum. */
export function creditsShape({ free, added }: Balances) {
  return { free, added, balance: total({ free, added }) }
}

/** A key, never with its secret. */
export function keyShape(key: ApiKey) {
  return {
    ...{ id: key.id, account_id: key.accountId, name: key.name, last4: key.last4, scopes: key.scopes },
    ...{ created_at: iso(key.createdAt), last_used_at: iso(key.lastUsedAt), expires_at: iso(key.expiresAt) },
    ...{ revoked_at: iso(key.revokedAt), monthly_budget: key.monthlyBudget },
  }
}

/** A request, never with its question. */
export function requestShape(request: RequestFacts) {
  return {
    ...{ request_id: request.id, client_request_id: request.clientRequestId, account_id: request.accountId },
    ...{ key_id: request.keyId, status: request.status, failure: request.failure, reasoning_level: request.level },
    ...{ credits: request.credits, created_at: iso(request.startedAt), ended_at: iso(request.endedAt) },
    ...{ metadata: request.metadata, usage: request.usage },
  }
}

/** A line of usage. */
export function usageShape({ day, accountId, keyId, level, requests, credits }: UsageRow) {
  const date = new Date(day).toISOString().slice(0, 10)
  return { day: date, account_id: accountId, key_id: keyId, reasoning_level: level, requests, credits }
}

/** The columns of the audit trail. */
export const EVENT_COLUMNS = [
  ...['id', 'at', 'kind', 'account_id', 'actor', 'actor_id', 'address', 'user_agent', 'detail', 'count'],
]

/** A line of the audit trail. */
export function eventShape(event: SecurityEvent) {
  return {
    ...{ id: event.id, at: iso(event.at), kind: event.kind, account_id: event.accountId, actor: event.actor },
    ...{ actor_id: event.actorId, address: event.address, user_agent: event.userAgent, detail: event.detail },
    count: event.count,
  }
}

type Shape = Record<string, unknown>

/** Shapes for a spreadsheet; what is no text or number is written as JSON. */
export function shapesCsv(columns: readonly string[], shapes: readonly Shape[]): string {
  return csv(
    columns,
    shapes.map((shape) =>
      columns.map((column) => {
        const value = shape[column]
        return value === undefined || typeof value === 'number' || typeof value === 'string'
          ? value
          : JSON.stringify(value)
      }),
    ),
  )
}
