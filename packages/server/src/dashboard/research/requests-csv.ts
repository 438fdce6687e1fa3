import type { ApiKey } from '#accounts/account.ts'
import type { HistoryStore, RequestFilter, RequestRecord } from '#admission/history.ts'
import { csv } from '#kernel/csv.ts'

/** Requests of one file, and those that are read at a time. */
const MOST = 10_000
const AT_ONCE = 200

const COLUMNS = [
  ...['request_id', 'client_request_id', 'asked_at', 'ended_at', 'key_id', 'key_name', 'level', 'status', 'failure'],
  ...['credits', 'sources', 'metadata'],
]

/**
 * An account's requests for a spreadsheet, the newest first and at most 10,000. Questions are left out: they are in the
 * export of the account's data. What was refunded has no credits.
 */
export async function requestsCsv(
  history: Pick<HistoryStore, 'requests'>,
  accountId: string,
  { filter, keys }: { filter: RequestFilter; keys: readonly ApiKey[] },
): Promise<string> {
  const names = new Map(keys.map(({ id, name }) => [id, name]))
  const found: RequestRecord[] = []
  for (let after: string | undefined; found.length < MOST; ) {
    const { items, next } = await history.requests(accountId, { after, limit: AT_ONCE, filter })
    found.push(...items)
    if (next === undefined) break
    after = next
  }
  return csv(
    COLUMNS,
    found.map((request) => rowOf(request, names)),
  )
}

function rowOf(
  request: RequestRecord,
  names: ReadonlyMap<string, string | undefined>,
): (string | number | undefined)[] {
  const { id, clientRequestId, startedAt, endedAt, keyId, level, status, failure, credits, usage, metadata } = request
  return [
    ...[id, clientRequestId, iso(startedAt), endedAt === undefined ? undefined : iso(endedAt), keyId],
    ...[keyId === undefined ? undefined : names.get(keyId), level, status, failure, status === 'failed' ? 0 : credits],
    ...[usage?.sources_cited, metadata && JSON.stringify(metadata)],
  ]
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
