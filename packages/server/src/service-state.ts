import { readFileSync } from 'node:fs'
import type { ServiceState } from '#dashboard/parts.ts'
import type { Storage } from '#storage/storage.ts'
import type { OpenedEngine } from './product-engine.ts'

export interface ServiceStateParts {
  ready: () => Promise<boolean>
  sender: { readonly open: number }
  storage: Pick<Storage, 'describe'>
  /** What the database is. */
  database: string
  engine: OpenedEngine
}

/** Tells the operator how the service is; each call looks anew. */
export function createServiceState(parts: ServiceStateParts): () => Promise<ServiceState> {
  const { ready, sender, storage, database, engine } = parts
  const version = readVersion()
  return async () => ({
    ready: await ready().catch(() => false),
    version,
    streams: sender.open,
    storage: { name: database, ...(await storage.describe()) },
    engine: engine.describe?.(),
  })
}

/** Of this package: its manifest is one folder up, in the sources as in what is built of them. */
function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  return manifest.version
}
