import { sql } from 'kysely'
import {
  SECURITY_EVENTS_FOR,
  type SecurityEvent,
  type SecurityEventKind,
  type SecurityEventStore,
} from '#accounts/security-event.ts'
import type { Database, Executor } from './connection.ts'
import { readCursor, toPage } from './cursor.ts'
import type { SecurityEventTable } from './schema.ts'

const HOUR = 3_600_000

/** Events of which there can be many: an attacker causes them at will, or a program does the same again and again. */
const COUNTED: readonly SecurityEventKind[] = ['sign_in_failed', 'code_failed', 'operator_api_read']

/** Stores the audit trail in SQL. */
export function createSecurityEventStore({ kysely }: Database): SecurityEventStore {
  return {
    record: (event) => kysely.transaction().execute((trx) => recordEvent(trx, event)),
    async list({ accountId, kind, actor, from, to, after, limit }) {
      const [time, id] = readCursor(after, 2)
      const rows = await kysely
        .selectFrom('security_event')
        .selectAll()
        .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
        .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'signed_in'))
        .$if(actor !== undefined, (query) => query.where('actor', '=', actor ?? 'unknown'))
        .$if(from !== undefined, (query) => query.where('at', '>=', from ?? 0))
        .$if(to !== undefined, (query) => query.where('at', '<', to ?? 0))
        .$if(id !== undefined, (query) => query.where(sql<boolean>`(at, id) < (${Number(time)}, ${id})`))
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      return toPage(rows, limit, toEvent, (row) => [row.at, row.id])
    },
    async sweep(now) {
      await kysely
        .deleteFrom('security_event')
        .where('at', '<', now - SECURITY_EVENTS_FOR)
        .execute()
    },
  }
}

/** Records an event in the transaction of its change. Does nothing without an event. */
export async function recordEvent(db: Executor, event: SecurityEvent | undefined): Promise<void> {
  if (!event || (COUNTED.includes(event.kind) && (await addToCounted(db, event)))) return
  const { id, at, kind, accountId, actor, actorId, address, userAgent, detail, count } = event
  await db
    .insertInto('security_event')
    .values({
      id,
      at,
      kind,
      account_id: accountId ?? null,
      actor,
      actor_id: actorId ?? null,
      address: address ?? null,
      user_agent: userAgent ?? null,
      detail: detail ? JSON.stringify(detail) : null,
      count,
    })
    .execute()
}

/** Counts such events in one row an hour, so that a flood of them does not fill the table. */
async function addToCounted(
  db: Executor,
  { at, kind, accountId, address, actorId, detail }: SecurityEvent,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('security_event')
    .set(({ eb }) => ({ at, count: eb('count', '+', 1) }))
    .where('kind', '=', kind)
    .where('address', address === undefined ? 'is' : '=', address ?? null)
    .where('account_id', accountId === undefined ? 'is' : '=', accountId ?? null)
    .where('actor_id', actorId === undefined ? 'is' : '=', actorId ?? null)
    .where('detail', detail === undefined ? 'is' : '=', detail === undefined ? null : JSON.stringify(detail))
    .where('at', '>', at - HOUR)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function toEvent(row: SecurityEventTable): SecurityEvent {
  return {
    id: row.id,
    at: row.at,
    kind: row.kind,
    accountId: row.account_id ?? undefined,
    actor: row.actor,
    actorId: row.actor_id ?? undefined,
    address: row.address ?? undefined,
    userAgent: row.user_agent ?? undefined,
    detail: row.detail === null ? undefined : JSON.parse(row.detail),
    count: row.count,
  }
}
