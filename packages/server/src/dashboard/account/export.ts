import type { ApiKey } from '#accounts/account.ts'
import type { CreditStatement } from '#accounts/manage-credits.ts'
import type { SecurityEvent } from '#accounts/security-event.ts'
import type { LedgerLine, Page, PageRequest, RequestRecord } from '#admission/history.ts'
import type { DashboardContext } from '../context.ts'
import { UTC } from '../time-zone.ts'

/** Rows that are held at a time: an answer may have some hundred kilobytes. */
const AT_ONCE = 20

type Sources = Pick<DashboardContext, 'manage' | 'history' | 'securityEvents' | 'clock'>

/**
 * Everything that is kept of an account as one JSON object, piece by piece, so that little of it is in memory for a
 * slow reader. It holds no secrets, as only their hashes are kept.
 */
export async function* exportAccount({ manage, history, securityEvents, clock }: Sources, id: string) {
  const statement = await manage.showCredits(id)
  const keys = await manage.listKeys(id)
  yield `{"exported_at":${JSON.stringify(iso(clock.now()))},\n`
  yield `"account":${JSON.stringify(accountOf(statement))},\n`
  yield `"keys":${JSON.stringify(keys.map(keyOf))},\n`
  yield '"requests":['
  yield* items((page) => history.requestsWithEnds(id, page), requestOf)
  yield '],\n"ledger":['
  yield* items((page) => history.ledger(id, page), lineOf)
  yield '],\n"security_events":['
  yield* items((page) => securityEvents.list({ accountId: id, ...page }), eventOf)
  yield ']}\n'
}

/** A list, page by page, as the inside of a JSON array. */
async function* items<Item>(read: (page: PageRequest) => Promise<Page<Item>>, shape: (item: Item) => object) {
  let after: string | undefined
  let separator = '\n'
  do {
    const page = await read({ after, limit: AT_ONCE })
    for (const item of page.items) {
      yield separator + JSON.stringify(shape(item))
      separator = ',\n'
    }
    after = page.next
  } while (after !== undefined)
}

function accountOf({ account, free, added }: CreditStatement): object {
  const { id, email, tier, registeredAt, timeZone = UTC, alertBelow } = account
  return {
    ...{ id, email, tier, registered_at: iso(registeredAt), time_zone: timeZone, alert_below: alertBelow ?? null },
    credits: { free, added },
  }
}

function keyOf({ id, name, last4, createdAt, lastUsedAt, expiresAt, revokedAt, monthlyBudget }: ApiKey): object {
  return {
    ...{
      id,
      name: name ?? null,
      last4,
      created_at: iso(createdAt),
      last_used_at: iso(lastUsedAt),
      expires_at: iso(expiresAt),
    },
    ...{ revoked_at: iso(revokedAt), credits_a_month: monthlyBudget ?? null },
  }
}

function requestOf({ request, last }: { request: RequestRecord; last: string | undefined }): object {
  const { id, keyId, clientRequestId, query, level, credits, metadata, status, failure } = request
  const { result, error } = endOf(last)
  return {
    ...{ id, key_id: keyId ?? null, request_id: clientRequestId ?? null, query, reasoning_level: level, credits },
    ...{ metadata: metadata ?? null, status, failure: failure ?? null },
    ...{ created_at: iso(request.startedAt), ended_at: iso(request.endedAt) },
    // Null where it has none, or it is no longer kept.
    ...{ result: result ?? null, error: error ?? null },
  }
}

function endOf(last: string | undefined): { result?: unknown; error?: unknown } {
  if (last === undefined) return {}
  const { type, data } = JSON.parse(last) as { type?: string; data?: { error?: unknown } }
  return type === 'research.completed' ? { result: data } : { error: data?.error }
}

function lineOf({ pool, sequence, amount, balanceAfter, reason, requestId, note, createdAt }: LedgerLine): object {
  return {
    ...{ pool, sequence, amount, balance_after: balanceAfter, reason },
    ...{ request: requestId ?? null, note: note ?? null, created_at: iso(createdAt) },
  }
}

function eventOf({ id, at, kind, actor, address, userAgent, detail, count }: SecurityEvent): object {
  return {
    ...{ id, at: iso(at), kind, actor, address: address ?? null, user_agent: userAgent ?? null },
    ...{ detail: detail ?? null, count },
  }
}

function iso(time: number): string
function iso(time: number | undefined): string | null
function iso(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString()
}
