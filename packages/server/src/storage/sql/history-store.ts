import { type Selectable, sql } from 'kysely'
import type { HistoryStore, LedgerLine, RequestRecord } from '#admission/history.ts'
import type { RequestFacts } from '#admission/reports.ts'
import type { Database } from './connection.ts'
import { readCursor, toPage } from './cursor.ts'
import { readSpent } from './key-budget.ts'
import { matching, removeRequest } from './request-history.ts'
import type { LedgerTable, RequestTable } from './schema.ts'
import { sumUsage } from './usage.ts'

/** Reads past requests and the ledger in SQL. */
export function createHistoryStore(database: Database): HistoryStore {
  const { kysely } = database
  return {
    async requests(accountId, { after, limit, filter = {} }) {
      const [time, id] = readCursor(after, 2)
      const rows = await kysely
        .selectFrom('request')
        .selectAll()
        .where('account_id', '=', accountId)
        .where((eb) => matching(eb, filter))
        .$if(id !== undefined, (query) => query.where(sql<boolean>`(started_at, id) < (${Number(time)}, ${id})`))
        .orderBy('started_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      return toPage(rows, limit, toRecord, (row) => [row.started_at, row.id])
    },
    async requestsWithEnds(accountId, { after, limit }) {
      const [time, id] = readCursor(after, 2)
      const rows = await kysely
        .selectFrom('request')
        .leftJoin('request_end', 'request_end.request_id', 'request.id')
        .selectAll('request')
        .select('request_end.last')
        .where('account_id', '=', accountId)
        .where('deleted_at', 'is', null)
        .$if(id !== undefined, (query) => query.where(sql<boolean>`(started_at, id) < (${Number(time)}, ${id})`))
        .orderBy('started_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      const toItem = (row: (typeof rows)[number]) => ({ request: toRecord(row), last: row.last ?? undefined })
      return toPage(rows, limit, toItem, (row) => [row.started_at, row.id])
    },
    async find(accountId, id) {
      const row = await kysely
        .selectFrom('request')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return row && toRecord(row)
    },
    remove: (accountId, id, now) => removeRequest(database, { accountId, id, now }),
    async running(accountId, limit) {
      const rows = await kysely
        .selectFrom('request')
        .selectAll()
        .where('ended_at', 'is', null)
        .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
        .orderBy('started_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toRecord)
    },
    async ledger(accountId, { after, limit }) {
      const [time, pool, sequence] = readCursor(after, 3)
      const rows = await kysely
        .selectFrom('ledger')
        .leftJoin('request', 'request.id', 'ledger.request_id')
        .selectAll('ledger')
        .select('request.deleted_at')
        .where('ledger.account_id', '=', accountId)
        .$if(sequence !== undefined, (query) =>
          query.where(sql<boolean>`(created_at, pool, sequence) < (${Number(time)}, ${pool}, ${Number(sequence)})`),
        )
        .orderBy('created_at', 'desc')
        .orderBy('pool', 'desc')
        .orderBy('sequence', 'desc')
        .limit(limit + 1)
        .execute()
      return toPage(rows, limit, toLine, (row) => [row.created_at, row.pool, row.sequence])
    },
    spent: (accountId, since) => readSpent(kysely, accountId, since),
    usage: (accountId, stretches, keyId) => sumUsage(kysely, { accountId, keyId, stretches }),
  }
}

/** The columns of a request that say nothing of what was asked. */
export const FACTS = [
  ...(['id', 'account_id', 'key_id', 'client_request_id', 'level', 'credits', 'metadata'] as const),
  ...(['status', 'failure', 'usage', 'started_at', 'ended_at'] as const),
] as const

function toRecord(row: Selectable<RequestTable>): RequestRecord {
  return { ...toFacts(row), query: row.query }
}

/** A request without its question. */
export function toFacts(row: Pick<Selectable<RequestTable>, (typeof FACTS)[number]>): RequestFacts {
  return {
    id: row.id,
    accountId: row.account_id,
    keyId: row.key_id ?? undefined,
    clientRequestId: row.client_request_id ?? undefined,
    level: row.level,
    credits: row.credits,
    metadata: row.metadata === null ? undefined : JSON.parse(row.metadata),
    status: row.status,
    failure: row.failure ?? undefined,
    usage: row.usage === null ? undefined : JSON.parse(row.usage),
    startedAt: row.started_at,
    endedAt: row.ended_at ?? undefined,
  }
}

function toLine(row: LedgerTable & Partial<Pick<RequestTable, 'deleted_at'>>): LedgerLine {
  return {
    pool: row.pool,
    sequence: row.sequence,
    amount: row.amount,
    balanceAfter: row.balance_after,
    reason: row.reason,
    ...(row.request_id !== null && { requestId: row.request_id }),
    ...(row.period !== null && { period: row.period }),
    createdAt: row.created_at,
    requestDeleted: row.deleted_at != null,
    ...(row.note !== null && { note: row.note }),
  }
}
