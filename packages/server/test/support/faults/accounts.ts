import { randomUUID } from 'node:crypto'
import { readSettings } from '../../../src/config.ts'
import { manage, openStorage } from '../../../src/open-storage.ts'

/** Makes accounts with credits enough for all that these tests ask, and gives a key of each. */
export async function makeKeys(url: string, count: number): Promise<string[]> {
  const storage = await openStorage(readSettings({ DATABASE_URL: url }))
  const { createAccount, grantCredits, createKey } = manage(storage)
  const keys: string[] = []
  for (let account = 0; account < count; account += 1) {
    const { id } = await createAccount(`${randomUUID()}@example.com`, 'scale')
    await grantCredits(id, 1_000_000)
    keys.push((await createKey(id)).key)
  }
  await storage.close()
  return keys
}
