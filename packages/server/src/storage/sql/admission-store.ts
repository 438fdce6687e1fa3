import { refund } from '#accounts/credits.ts'
import { type AccountState, decide } from '#admission/decide.ts'
import type { AdmissionStore, AdmitCommand, SettleCommand } from '#admission/ports.ts'
import { appendEntries, lockAccount, readBalances, readCharge, readLastPeriod } from './ledger.ts'
import type { Database, Executor } from './schema.ts'

/** Requests, their charges and refunds in SQL. */
export function createAdmissionStore(database: Database): AdmissionStore {
  const { kysely } = database
  return {
    admit: (command) =>
      kysely.transaction().execute(async (trx) => {
        const state = await readState(trx, database, command.accountId)
        const { answer, entries } = decide(state, command)
        if (answer.kind === 'admitted') {
          await insertRequest(trx, command)
          await appendEntries(trx, command.accountId, entries, command.now)
        }
        return answer
      }),
    settle: (command) =>
      kysely.transaction().execute(async (trx) => {
        const accountId = await endRequest(trx, command)
        if (accountId === undefined) return false
        if (command.refund) {
          await lockAccount(trx, database, accountId)
          await appendEntries(trx, accountId, refund(await readCharge(trx, command.id)), command.now)
        }
        return true
      }),
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
    })
    .execute()
}

/** The account of the request that this ended, or undefined where it had ended before. */
async function endRequest(db: Executor, command: SettleCommand): Promise<string | undefined> {
  const row = await db
    .updateTable('request')
    .set({
      status: command.status,
      failure: command.failure ?? null,
      usage: command.usage ? JSON.stringify(command.usage) : null,
      ended_at: command.now,
    })
    .where('id', '=', command.id)
    .where('ended_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst()
  return row?.account_id
}
