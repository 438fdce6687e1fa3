import { randomUUID } from 'node:crypto'
import { createWebhooks } from '../../../src/accounts/manage-webhooks.ts'
import { WEBHOOK_EVENTS } from '../../../src/accounts/webhook.ts'
import { readSettings } from '../../../src/config.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { manage, openStorage } from '../../../src/open-storage.ts'
import type { Storage } from '../../../src/storage/storage.ts'

/**
 * Makes accounts with credits enough for all that these tests ask, and gives a key of each. With the `secret` of the
 * service, each has a webhook.
 */
export async function makeKeys(url: string, count: number, webhook?: { secret: string }): Promise<string[]> {
  const storage = await openStorage(readSettings({ DATABASE_URL: url, AUTH_SECRET: 's'.repeat(32) }))
  const { createAccount, grantCredits, createKey } = manage(storage)
  const keys: string[] = []
  for (let account = 0; account < count; account += 1) {
    const { id } = await createAccount(`${randomUUID()}@example.com`, 'scale')
    await grantCredits(id, 1_000_000)
    if (webhook) await addWebhook(storage, id, webhook.secret)
    keys.push((await createKey(id)).key)
  }
  await storage.close()
  return keys
}

async function addWebhook(storage: Storage, accountId: string, secret: string): Promise<void> {
  const parts = { ...storage, clock: systemClock, secret, checkAddress: async () => {}, poke() {} }
  const wanted = { accountId, url: 'https://example.com/hook', events: WEBHOOK_EVENTS }
  await createWebhooks(parts).create(wanted, { actor: 'program' })
}
