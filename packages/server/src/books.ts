import { createManagement, type Management } from '#accounts/manage.ts'
import type { Origin } from '#accounts/security-event.ts'
import { type Clock, systemClock } from '#kernel/clock.ts'
import { dialectOf } from '#storage/dialects.ts'
import { createStorage, type Storage } from '#storage/storage.ts'
import type { Settings } from './config.ts'

/**
 * Brings the database that the settings name to the newest version, making it where it is missing.
 * @returns the names of the steps that were made.
 */
export async function migrateStorage(settings: Settings, clock: Clock = systemClock): Promise<string[]> {
  const storage = await open(settings)
  try {
    return await storage.migrate(clock.now())
  } finally {
    await storage.close()
  }
}

/** Opens what the settings name and brings its schema to the newest version. */
export async function openStorage(settings: Settings, clock: Clock = systemClock): Promise<Storage> {
  const storage = await open(settings)
  try {
    await storage.migrate(clock.now())
    return storage
  } catch (error) {
    await storage.close()
    throw error
  }
}

async function open({ databaseUrl }: Settings): Promise<Storage> {
  return createStorage(await dialectOf(databaseUrl).open(databaseUrl))
}

/** What operators do, over an opened storage. `origin` is who does it, for the audit trail; default: a program. */
export function manage(storage: Storage, clock: Clock = systemClock, origin?: Origin): Management {
  return createManagement({ ...storage, clock }, origin)
}
