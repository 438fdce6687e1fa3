import { refund } from '#accounts/credits.ts'
import { type AccountState, decide } from '#admission/decide.ts'
import {
  type AdmissionStore,
  type AdmitCommand,
  type Admitted,
  IDEMPOTENCY_WINDOW,
  type SettleCommand,
} from '#admission/ports.ts'
import { appendEntries, lockAccount, readBalances, readCharge, readLastPeriod } from './ledger.ts'
import type { Database, Executor } from './schema.ts'

/** Requests, their charges and refunds in SQL. */
export function createAdmissionStore(database: Database): AdmissionStore {
  const { kysely } = database
  return {
    admit: (command) =>
      kysely.transaction().execute(async (trx) => {
        const state = await readState(trx, database, command.accountId)
        const earlier = await findAttempt(trx, command)
        if (earlier) return earlier
        const { answer, entries } = decide(state, command)
        if (answer.kind === 'admitted') {
          await insertRequest(trx, command)
          await appendEntries(trx, command.accountId, entries, command.now)
        }
        return answer
      }),
    settle: (command) =>
      kysely.transaction().execute(async (trx) => {
        const accountId = await endRequest(trx, database, command)
        if (accountId === undefined) return false
        if (command.refund) {
          await lockAccount(trx, database, accountId)
          await appendEntries(trx, accountId, refund(await readCharge(trx, command.id)), command.now)
        }
        return true
      }),
    async find(id, accountId) {
      const row = await kysely
        .selectFrom('request')
        .select(['status', 'body_hash', 'events_until'])
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return row && { status: row.status, bodyHash: row.body_hash, eventsUntil: row.events_until ?? undefined }
    },
    async unfinished() {
      const rows = await kysely.selectFrom('request').select('id').where('ended_at', 'is', null).execute()
      return rows.map(({ id }) => id)
    },
    async durations(level, limit) {
      const rows = await kysely
        .selectFrom('request')
        .select(({ eb, ref }) => eb(ref('ended_at'), '-', ref('started_at')).as('duration'))
        .where('level', '=', level)
        .where('status', '=', 'completed')
        .orderBy('ended_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ duration }) => Number(duration))
    },
  }
}

async function readState(db: Executor, database: Database, accountId: string): Promise<AccountState> {
  const account = await lockAccount(db, database, accountId)
  if (!account) throw new Error('the key belongs to no account')
  const running = await db
    .selectFrom('request')
    .select(['level', 'started_at as startedAt'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute()
  return {
    tier: account.tier,
    registeredAt: account.registered_at,
    balances: await readBalances(db, accountId),
    lastPeriod: await readLastPeriod(db, accountId),
    running,
  }
}

async function insertRequest(db: Executor, command: AdmitCommand): Promise<void> {
  await db
    .insertInto('request')
    .values({
      id: command.id,
      account_id: command.accountId,
      client_request_id: command.clientRequestId ?? null,
      query: command.query,
      level: command.level,
      credits: command.credits,
      metadata: command.metadata ? JSON.stringify(command.metadata) : null,
      status: 'running',
      failure: null,
      usage: null,
      started_at: command.now,
      ended_at: null,
      body_hash: command.bodyHash,
      idempotency_key: command.idempotencyKey ?? null,
      events_until: null,
    })
    .execute()
}

/** The account of the request that this ended, or undefined where it had ended before. */
async function endRequest(db: Executor, { locks }: Database, command: SettleCommand): Promise<string | undefined> {
  const { id, status, failure, usage, release, eventsUntil, now } = command
  const query = db.selectFrom('request').selectAll().where('id', '=', id).where('ended_at', 'is', null)
  const row = await locks.rows(query).executeTakeFirst()
  if (!row) return undefined
  // Whoever has the key may ask for the events as long as the key holds.
  const named = row.idempotency_key !== null && !release
  await db
    .updateTable('request')
    .set({
      status,
      failure: failure ?? null,
      usage: usage ? JSON.stringify(usage) : null,
      ended_at: now,
      events_until: named ? Math.max(eventsUntil, row.started_at + IDEMPOTENCY_WINDOW) : eventsUntil,
      ...(release && { idempotency_key: null }),
    })
    .where('id', '=', id)
    .execute()
  return row.account_id
}

/** What came of an earlier attempt of the same name, if there was one; an old name is freed. */
async function findAttempt(db: Executor, command: AdmitCommand): Promise<Admitted | undefined> {
  const { accountId, idempotencyKey, bodyHash, now } = command
  if (idempotencyKey === undefined) return undefined
  const row = await db
    .selectFrom('request')
    .select(['id', 'body_hash', 'started_at'])
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.started_at + IDEMPOTENCY_WINDOW <= now) {
    await db.updateTable('request').set({ idempotency_key: null }).where('id', '=', row.id).execute()
    return undefined
  }
  return row.body_hash === bodyHash ? { kind: 'attach', id: row.id } : { kind: 'mismatch' }
}
