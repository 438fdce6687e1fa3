import type { Selectable } from 'kysely'
import { DELIVERIES_FOR, type Delivery, MOST_WEBHOOKS, type Webhook, type WebhookStore } from '#accounts/webhook.ts'
import type { Database, Executor } from './connection.ts'
import { lockAccount } from './ledger.ts'
import type { WebhookDeliveryTable, WebhookTable } from './schema.ts'
import { recordEvent } from './security-event-store.ts'

/** How many deliveries are deleted at a time. */
const SWEPT_AT_ONCE = 500

/** Stores webhooks and what is to be sent to them in SQL. */
export function createWebhookStore(database: Database): WebhookStore {
  return { ...webhooks(database), ...deliveries(database) }
}

function webhooks(
  database: Database,
): Pick<WebhookStore, 'insert' | 'list' | 'find' | 'change' | 'roll' | 'remove' | 'giveUp'> {
  const { kysely } = database
  return {
    insert: (webhook, sealed, event) =>
      kysely.transaction().execute(async (trx) => {
        const { id, accountId, url, events, createdAt } = webhook
        if (!(await lockAccount(trx, database, accountId))) return false
        const others = await trx.selectFrom('webhook').select('id').where('account_id', '=', accountId).execute()
        if (others.length >= MOST_WEBHOOKS) return false
        const values = { id, account_id: accountId, url, events: events.join(' '), secret: sealed }
        await trx
          .insertInto('webhook')
          .values({ ...values, created_at: createdAt })
          .execute()
        await recordEvent(trx, event)
        return true
      }),
    async list(accountId) {
      const query = kysely.selectFrom('webhook').selectAll().where('account_id', '=', accountId)
      return (await query.orderBy('created_at').orderBy('id').execute()).map(toWebhook)
    },
    async find(id, accountId) {
      const query = kysely.selectFrom('webhook').selectAll().where('id', '=', id)
      const row = await query.where('account_id', '=', accountId).executeTakeFirst()
      return row && toWebhook(row)
    },
    change: ({ id, accountId, events, disabledAt }, event) =>
      kysely.transaction().execute(async (trx) => {
        const set = { events: events.join(' '), disabled_at: disabledAt ?? null }
        const query = trx.updateTable('webhook').set(set).where('id', '=', id).where('account_id', '=', accountId)
        if ((await query.executeTakeFirst()).numUpdatedRows !== 1n) return false
        if (disabledAt !== undefined) await endWaiting(trx, id, disabledAt)
        await recordEvent(trx, event)
        return true
      }),
    roll: ({ id, accountId }, { sealed, oldUntil }, event) =>
      kysely.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('webhook')
          .set(({ ref }) => ({ old_secret: ref('secret'), old_secret_until: oldUntil, secret: sealed }))
          .where('id', '=', id)
          .where('account_id', '=', accountId)
          .executeTakeFirst()
        if (numUpdatedRows !== 1n) return false
        await recordEvent(trx, event)
        return true
      }),
    remove: ({ id, accountId }, event) =>
      kysely.transaction().execute(async (trx) => {
        const own = trx.selectFrom('webhook').select('id').where('id', '=', id).where('account_id', '=', accountId)
        await trx.deleteFrom('webhook_delivery').where('webhook_id', 'in', own).execute()
        const query = trx.deleteFrom('webhook').where('id', '=', id).where('account_id', '=', accountId)
        if ((await query.executeTakeFirst()).numDeletedRows !== 1n) return false
        await recordEvent(trx, event)
        return true
      }),
    giveUp: (webhookId, now, event) =>
      kysely.transaction().execute(async (trx) => {
        const query = trx.updateTable('webhook').set({ disabled_at: now }).where('id', '=', webhookId)
        const { numUpdatedRows } = await query.where('disabled_at', 'is', null).executeTakeFirst()
        await endWaiting(trx, webhookId, now)
        if (numUpdatedRows === 1n) await recordEvent(trx, event)
      }),
  }
}

function deliveries({ kysely }: Database): Pick<WebhookStore, 'add' | 'deliveries' | 'take' | 'attempted' | 'sweep'> {
  return {
    async add({ id, type, createdAt, webhookId, body }) {
      const values = { id, type, body, webhook_id: webhookId, created_at: createdAt, due_at: createdAt }
      await kysely.insertInto('webhook_delivery').values(values).execute()
    },
    async deliveries(webhookId, limit) {
      const query = kysely.selectFrom('webhook_delivery').selectAll().where('webhook_id', '=', webhookId)
      return (await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()).map(toDelivery)
    },
    async take({ now, again, limit, busy }) {
      let due = kysely.selectFrom('webhook_delivery').select('id').where('due_at', '<=', now)
      if (busy.length > 0) due = due.where('webhook_id', 'not in', busy)
      // Most looks find nothing, and then nothing is written.
      const ids = (await due.orderBy('due_at').limit(limit).execute()).map(({ id }) => id)
      if (ids.length === 0) return []
      const taken = await kysely
        .updateTable('webhook_delivery')
        .set(({ eb }) => ({ due_at: again, attempts: eb('attempts', '+', 1) }))
        .where('id', 'in', ids)
        // Another process may have taken it meanwhile.
        .where('due_at', '<=', now)
        .returning(['id', 'attempts'])
        .execute()
      if (taken.length === 0) return []
      const rows = await kysely
        .selectFrom('webhook_delivery')
        .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
        .select(['webhook_delivery.id', 'type', 'body', 'webhook_id', 'attempts', 'webhook_delivery.created_at'])
        .select(['account_id', 'url', 'secret', 'old_secret', 'old_secret_until'])
        .where(
          'webhook_delivery.id',
          'in',
          taken.map(({ id }) => id),
        )
        .execute()
      return rows.map(({ id, type, body, webhook_id, attempts, created_at, ...of }) => ({
        ...{ id, type, body, webhookId: webhook_id, attempt: attempts, createdAt: created_at },
        ...{ accountId: of.account_id, url: of.url, secret: of.secret },
        ...{ old: of.old_secret ?? undefined, oldUntil: of.old_secret_until ?? undefined },
      }))
    },
    async attempted({ id, attempt }, { outcome, took, delivered, dueAt }, now) {
      const ended = dueAt === undefined
      await kysely
        .updateTable('webhook_delivery')
        .set({ outcome, took, delivered: delivered ? 1 : 0, due_at: dueAt ?? null, ended_at: ended ? now : null })
        .$if(ended, (query) => query.set({ body: '' }))
        .where('id', '=', id)
        .where('attempts', '=', attempt)
        .where('due_at', 'is not', null)
        .execute()
    },
    async sweep(now) {
      const old = kysely
        .selectFrom('webhook_delivery')
        .select('id')
        .where('ended_at', '<=', now - DELIVERIES_FOR)
      await kysely.deleteFrom('webhook_delivery').where('id', 'in', old.limit(SWEPT_AT_ONCE)).execute()
    },
  }
}

/** Ends all that waits for a webhook that is switched off. */
async function endWaiting(db: Executor, webhookId: string, now: number): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ due_at: null, ended_at: now, body: '' })
    .where('webhook_id', '=', webhookId)
    .where('due_at', 'is not', null)
    .execute()
}

function toWebhook(row: Selectable<WebhookTable>): Webhook {
  return {
    id: row.id,
    accountId: row.account_id,
    url: row.url,
    events: row.events.split(' ') as Webhook['events'][number][],
    createdAt: row.created_at,
    disabledAt: row.disabled_at ?? undefined,
  }
}

function toDelivery(row: Selectable<WebhookDeliveryTable>): Delivery {
  return {
    id: row.id,
    type: row.type,
    createdAt: row.created_at,
    attempts: row.attempts,
    dueAt: row.due_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
    delivered: row.delivered === 1,
    outcome: row.outcome ?? undefined,
    took: row.took ?? undefined,
  }
}
