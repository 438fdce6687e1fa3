import { refund } from '#accounts/credits.ts'
import { periodStart } from '#accounts/renewal.ts'
import { type AccountState, decide, standingOf } from '#admission/decide.ts'
import { describeEnd } from '#admission/describe-request.ts'
import {
  type AdmissionStore,
  type AdmitCommand,
  type Admitted,
  IDEMPOTENCY_WINDOW,
  type KeptRequest,
  type SettleCommand,
} from '#admission/ports.ts'
import type { Settled } from '#jobs/ports.ts'
import { ACCOUNT_COLUMNS, type AccountRow } from './account-row.ts'
import type { Database, Executor } from './connection.ts'
import { countEnvelopes, replaceChunks } from './event-log.ts'
import { readBudget, readSpent } from './key-budget.ts'
import { appendEntries, lockAccount, noteLowBalance, readBalances, readCharge, readLastPeriod } from './ledger.ts'
import type { RequestTable } from './schema.ts'
import { addMessages } from './webhook-messages.ts'

/** Stores requests with their charges and refunds in SQL. */
export function createAdmissionStore(database: Database): AdmissionStore {
  const { kysely } = database
  return {
    admit: (command) => kysely.transaction().execute((trx) => admit(trx, database, command)),
    settle: (command) => kysely.transaction().execute((trx) => settle(trx, database, command)),
    async detach(id, accountId) {
      await kysely
        .updateTable('request')
        .set({ detached: 1 })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('ended_at', 'is', null)
        .execute()
    },
    find: (id, accountId, now) => findRequest(kysely, { id, accountId, now }),
    async findNamed(accountId, idempotencyKey, now) {
      const row = await findNamed(kysely, accountId, idempotencyKey)
      return row && isNamed(row, now) ? row.id : undefined
    },
    async standing(accountId, now) {
      const account = await kysely
        .selectFrom('account')
        .select(ACCOUNT_COLUMNS)
        .where('id', '=', accountId)
        .executeTakeFirst()
      return account && standingOf(await readState(kysely, account), now)
    },
    async unfinished() {
      const rows = await kysely
        .selectFrom('request')
        .select(['id', 'epoch', 'client_request_id', 'metadata'])
        .where('ended_at', 'is', null)
        .execute()
      return rows.map(({ id, epoch, client_request_id, metadata }) => ({
        id,
        epoch,
        clientRequestId: client_request_id ?? undefined,
        metadata: metadata === null ? undefined : JSON.parse(metadata),
      }))
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

async function admit(trx: Executor, database: Database, command: AdmitCommand): Promise<Admitted> {
  const account = await lockAccount(trx, database, command.accountId)
  if (!account) throw new Error('the key belongs to no account')
  const state = await readState(trx, account, command)
  const earlier = state.suspended ? undefined : await findAttempt(trx, command, state)
  if (earlier) return earlier
  const { answer, entries } = decide(state, command)
  if (answer.kind === 'admitted') {
    const { accountId, now } = command
    await insertRequest(trx, command)
    await appendEntries(trx, accountId, entries, now)
    const before = standingOf(state, now).balance
    await noteLowBalance(trx, account, { before, after: answer.standing.balance }, now)
  }
  return answer
}

async function settle(trx: Executor, database: Database, command: SettleCommand): Promise<Settled | undefined> {
  const row = await lockRequest(trx, database, command.id)
  if (!row) return undefined
  if (row.ended_at !== null) {
    const last = await readLast(trx, command.id)
    return { last, own: last === command.last }
  }
  if (row.epoch !== command.epoch) return { last: undefined, own: false }
  await endRequest(trx, database, command)
  await tellWebhooks(trx, row.account_id, command)
  if (command.refund) {
    await lockAccount(trx, database, row.account_id)
    await appendEntries(trx, row.account_id, refund(await readCharge(trx, command.id)), command.now)
  }
  return { last: command.last, own: true }
}

async function readState(
  db: Executor,
  { id, tier, registered_at, suspended_at, spending_limit }: AccountRow,
  command?: AdmitCommand,
): Promise<AccountState> {
  const running = await db
    .selectFrom('request')
    .select(['level', 'started_at as startedAt'])
    .where('account_id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
  return {
    tier,
    registeredAt: registered_at,
    balances: await readBalances(db, id),
    lastPeriod: await readLastPeriod(db, id),
    running,
    suspended: suspended_at !== null,
    limit:
      command && spending_limit !== null
        ? { credits: spending_limit, spent: await readSpent(db, id, periodStart(registered_at, command.now)) }
        : undefined,
    budget:
      command?.keyId === undefined
        ? undefined
        : await readBudget(db, command.keyId, periodStart(registered_at, command.now)),
  }
}

async function insertRequest(db: Executor, command: AdmitCommand): Promise<void> {
  await db
    .insertInto('request')
    .values({
      id: command.id,
      account_id: command.accountId,
      key_id: command.keyId ?? null,
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
      deleted_at: null,
      epoch: command.epoch,
      tries: command.epoch,
      include_thinking: command.includeThinking ? 1 : 0,
      include_tool_calls: command.includeToolCalls ? 1 : 0,
      engine: command.engine ?? null,
      seen_at: command.now,
      detached: command.detached ? 1 : 0,
    })
    .execute()
}

/** The row of a request, locked for this transaction. */
async function lockRequest(
  db: Executor,
  { locks }: Database,
  id: string,
): Promise<{ account_id: string; ended_at: number | null; epoch: number } | undefined> {
  const query = db.selectFrom('request').select(['account_id', 'ended_at', 'epoch']).where('id', '=', id)
  return await locks.rows(query).executeTakeFirst()
}

async function readLast(db: Executor, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('request_end').select('last').where('request_id', '=', id).executeTakeFirst()
  return row?.last
}

/** Stores the end of a request and the rest of its stream. */
async function endRequest(db: Executor, database: Database, command: SettleCommand): Promise<void> {
  await replaceChunks(db, database, command, command.unwritten)
  const { id, status, failure, usage, refund, last, eventsUntil, resultUntil, now } = command
  await db
    .updateTable('request')
    .set({
      status,
      failure: failure ?? null,
      usage: usage ? JSON.stringify(usage) : null,
      ended_at: now,
      events_until: eventsUntil,
      ...(refund && { idempotency_key: null }),
    })
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('step').where('request_id', '=', id).execute()
  const position = command.position ?? (await countEnvelopes(db, id))
  await db.insertInto('request_end').values({ request_id: id, position, last, kept_until: resultUntil }).execute()
}

/** Tells the account's webhooks of the end, unless its caller cancelled it. */
async function tellWebhooks(db: Executor, accountId: string, { id, status, now }: SettleCommand): Promise<void> {
  if (status === 'cancelled') return
  await addMessages(db, accountId, `research.${status}`, {
    at: now,
    async dataOf() {
      const request = await findRequest(db, { id, accountId, now })
      return request ? describeEnd(request) : {}
    },
  })
}

async function findRequest(
  db: Executor,
  { id, accountId, now }: { id: string; accountId: string; now: number },
): Promise<KeptRequest | undefined> {
  const row = await db
    .selectFrom('request')
    .leftJoin('request_end', (join) =>
      join.onRef('request_end.request_id', '=', 'request.id').on('request_end.kept_until', '>', now),
    )
    .selectAll('request')
    .select(['request_end.position', 'request_end.last'])
    .where('request.id', '=', id)
    .where('request.account_id', '=', accountId)
    .where('request.deleted_at', 'is', null)
    .executeTakeFirst()
  return (
    row && {
      id,
      status: row.status,
      clientRequestId: row.client_request_id ?? undefined,
      level: row.level,
      credits: row.credits,
      startedAt: row.started_at,
      endedAt: row.ended_at ?? undefined,
      eventsUntil: row.events_until ?? undefined,
      end: row.last === null || row.position === null ? undefined : { position: row.position, last: row.last },
    }
  )
}

type NamedRow = Pick<RequestTable, 'id' | 'body_hash' | 'started_at' | 'credits'>

async function findNamed(db: Executor, accountId: string, idempotencyKey: string): Promise<NamedRow | undefined> {
  return await db
    .selectFrom('request')
    .select(['id', 'body_hash', 'started_at', 'credits'])
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

function isNamed({ started_at }: NamedRow, now: number): boolean {
  return now < started_at + IDEMPOTENCY_WINDOW
}

/** What an earlier request with the same idempotency key decides, if there is one. An expired key is freed. */
async function findAttempt(db: Executor, command: AdmitCommand, state: AccountState): Promise<Admitted | undefined> {
  const { accountId, idempotencyKey, bodyHash, now } = command
  const row = idempotencyKey === undefined ? undefined : await findNamed(db, accountId, idempotencyKey)
  if (!row) return undefined
  if (!isNamed(row, now)) {
    await db.updateTable('request').set({ idempotency_key: null }).where('id', '=', row.id).execute()
    return undefined
  }
  if (row.body_hash !== bodyHash) return { kind: 'mismatch' }
  return { kind: 'attach', id: row.id, credits: row.credits, standing: standingOf(state, now) }
}
