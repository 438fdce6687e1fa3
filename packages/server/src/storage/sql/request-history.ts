import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import type { RequestFilter } from '#admission/history.ts'
import type { Database } from './connection.ts'
import type { Tables } from './schema.ts'

/** The SQL condition of a filter. */
export function matching(
  eb: ExpressionBuilder<Tables, 'request'>,
  filter: RequestFilter,
): ExpressionWrapper<Tables, 'request', SqlBool> {
  const { text, level, status, keyId, from, before } = filter
  return eb.and([
    eb('deleted_at', 'is', null),
    ...(text === undefined ? [] : [eb.or([questionHolds(text), named(eb, text), metadataHolds(text)])]),
    ...(level === undefined ? [] : [eb('level', '=', level)]),
    ...(status === undefined ? [] : [eb('status', '=', status)]),
    ...('keyId' in filter ? [keyId === undefined ? eb('key_id', 'is', null) : eb('key_id', '=', keyId)] : []),
    ...(from === undefined ? [] : [eb('started_at', '>=', from)]),
    ...(before === undefined ? [] : [eb('started_at', '<', before)]),
  ])
}

function questionHolds(text: string) {
  return sql<SqlBool>`lower(query) like ${contains(text)} escape '!'`
}

/** Whether a request has an id, its own or the caller's. */
function named(eb: ExpressionBuilder<Tables, 'request'>, id: string) {
  return eb.or([eb('id', '=', id), eb('client_request_id', '=', id)])
}

/** Whether a name or a value of a request's metadata contains a text, in upper or lower case. */
export function metadataHolds(text: string) {
  // As it stands in JSON, without the quotation marks around it.
  return sql<SqlBool>`lower(metadata) like ${contains(JSON.stringify(text).slice(1, -1))} escape '!'`
}

function contains(text: string): string {
  return `%${literally(text.toLowerCase())}%`
}

/** Escapes the wildcards of a pattern, so that it matches a text literally. */
function literally(text: string): string {
  return text.replace(/[!%_]/g, '!$&')
}

/** Empties a request that has ended. Its row stays, because the ledger names it. False if there is no such request. */
export async function removeRequest(
  { kysely }: Database,
  { accountId, id, now }: { accountId: string; id: string; now: number },
): Promise<boolean> {
  return await kysely.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('request')
      .set({
        query: '',
        client_request_id: null,
        metadata: null,
        body_hash: '',
        idempotency_key: null,
        events_until: null,
        deleted_at: now,
      })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('ended_at', 'is not', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await trx.deleteFrom('event_chunk').where('request_id', '=', id).execute()
    await trx.deleteFrom('request_end').where('request_id', '=', id).execute()
    return true
  })
}
