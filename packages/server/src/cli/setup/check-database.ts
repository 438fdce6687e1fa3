import { maskSecrets } from '#kernel/mask.ts'
import type { Settings } from '../../config.ts'
import { openStorage } from '../../open-storage.ts'

/** Opens the database, brings it up to date, and reads and writes something small. */
export async function checkDatabase(settings: Settings): Promise<string> {
  const storage = await openStorage(settings)
  try {
    await storage.beat()
    const accounts = (await storage.accounts.any()) ? 'with accounts' : 'without an account yet'
    return `${maskSecrets(settings.databaseUrl)} can be read and written, ${accounts}`
  } finally {
    await storage.close()
  }
}
