import { createManagement, type Management } from '#accounts/manage.ts'
import type { Origin } from '#accounts/security-event.ts'
import { type Clock, systemClock } from '#kernel/clock.ts'
import { dialectOf } from '#storage/dialects.ts'
import { createStorage, type Storage } from '#storage/storage.ts'
import type { Settings } from './config.ts'

/**
 * Updates the configured database to the newest version, and creates it if it does not exist.
 * @returns the names of the migrations that were applied.
 */
export async function migrateStorage(settings: Settings, clock: Clock = systemClock): Promise<string[]> {
  const storage = await open(settings)
  try {
    return await storage.migrate(clock.now())
  } finally {
    await storage.close()
  }
}

/** Opens the configured database and updates its schema to the newest version. */
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

/** Begins what opening the configured database would wait for, while the caller loads something else. */
export function warmStorage({ databaseUrl }: Settings): void {
  dialectOf(databaseUrl).warm?.()
}

async function open({ databaseUrl }: Settings): Promise<Storage> {
  return createStorage(await dialectOf(databaseUrl).open(databaseUrl))
}

/** What operators can do, on an opened storage. `origin` says who does it, for the audit trail; default: a program. */
export function manage(storage: Storage, clock: Clock = systemClock, origin?: Origin): Management {
  return createManagement({ ...storage, clock }, origin)
}
