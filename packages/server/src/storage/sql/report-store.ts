import { type SqlBool, sql } from 'kysely'
import type { ReportStore, RequestQuery, UsageQuery, UsageRow } from '#admission/reports.ts'
import type { Database, Executor } from './connection.ts'
import { readCursor, toPage } from './cursor.ts'
import { FACTS, toFacts } from './history-store.ts'
import { metadataHolds } from './request-history.ts'

const DAY = 86_400_000

/** Reads the requests of all accounts in SQL, without what was asked. */
export function createReportStore({ kysely }: Database): ReportStore {
  return {
    requests: (query) => listRequests(kysely, query),
    usage: (query) => sumAll(kysely, query),
  }
}

async function listRequests(db: Executor, query: RequestQuery): ReturnType<ReportStore['requests']> {
  const { accountId, keyId, status, id, metadata, from, before, after, limit } = query
  const [time, last] = readCursor(after, 2)
  const rows = await db
    .selectFrom('request')
    .select(FACTS)
    .where((eb) =>
      eb.and([
        eb('deleted_at', 'is', null),
        ...(accountId === undefined ? [] : [eb('account_id', '=', accountId)]),
        ...(keyId === undefined ? [] : [eb('key_id', '=', keyId)]),
        ...(status === undefined ? [] : [eb('status', '=', status)]),
        ...(id === undefined ? [] : [eb.or([eb('id', '=', id), eb('client_request_id', '=', id)])]),
        ...(metadata === undefined ? [] : [metadataHolds(metadata)]),
        ...(from === undefined ? [] : [eb('started_at', '>=', from)]),
        ...(before === undefined ? [] : [eb('started_at', '<', before)]),
        ...(last === undefined ? [] : [sql<SqlBool>`(started_at, id) < (${Number(time)}, ${last})`]),
      ]),
    )
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return toPage(rows, limit, toFacts, (row) => [row.started_at, row.id])
}

async function sumAll(db: Executor, { accountId, keyId, from, before }: UsageQuery): Promise<UsageRow[]> {
  const day = sql<number>`started_at - started_at % ${sql.lit(DAY)}`
  const rows = await db
    .selectFrom('request')
    .select(({ fn, eb }) => [
      day.as('day'),
      'account_id',
      'key_id',
      'level',
      fn.countAll<number>().as('requests'),
      fn.sum<number>(eb.case().when('status', '=', 'failed').then(0).else(eb.ref('credits')).end()).as('credits'),
    ])
    .where('started_at', '>=', from)
    .where('started_at', '<', before)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId ?? ''))
    .groupBy([day, 'account_id', 'key_id', 'level'])
    .orderBy(day)
    .orderBy('account_id')
    .orderBy('key_id')
    .orderBy('level')
    .execute()
  return rows.map((row) => ({
    day: Number(row.day),
    accountId: row.account_id,
    keyId: row.key_id ?? undefined,
    level: row.level,
    requests: Number(row.requests),
    credits: Number(row.credits),
  }))
}
