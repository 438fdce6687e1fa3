import type { WebhookEvent } from '#accounts/webhook.ts'
import { newId } from '#kernel/ids.ts'
import type { Executor } from './connection.ts'

/** Adds a message to each webhook of an account that takes its type. Call it in the transaction of what it tells. */
export async function addMessages(
  db: Executor,
  accountId: string,
  type: WebhookEvent,
  { at, dataOf }: { at: number; dataOf: () => Promise<object> },
): Promise<void> {
  const webhooks = await db
    .selectFrom('webhook')
    .select(['id', 'events'])
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .execute()
  const told = webhooks.filter(({ events }) => events.split(' ').includes(type))
  if (told.length === 0) return
  const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: await dataOf() })
  const waiting = { type, body, created_at: at, due_at: at }
  await db
    .insertInto('webhook_delivery')
    .values(told.map(({ id }) => ({ ...waiting, id: newId('msg', at), webhook_id: id })))
    .execute()
}

/** Removes the webhooks of an account, with all that waits for them. */
export async function removeWebhooks(db: Executor, accountId: string): Promise<void> {
  const own = db.selectFrom('webhook').select('id').where('account_id', '=', accountId)
  await db.deleteFrom('webhook_delivery').where('webhook_id', 'in', own).execute()
  await db.deleteFrom('webhook').where('account_id', '=', accountId).execute()
}
