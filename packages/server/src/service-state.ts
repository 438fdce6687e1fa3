import { readFileSync } from 'node:fs'
import type { ServiceState } from '#dashboard/parts.ts'
import type { Storage } from '#storage/storage.ts'
import type { OpenedEngine } from './corpus-engine.ts'
import type { Readiness } from './readiness.ts'

export interface ServiceStateParts {
  ready: () => Promise<Readiness>
  sender: { readonly open: number }
  storage: Pick<Storage, 'describe'>
  /** The name of the database product. */
  database: string
  /** Undefined if other processes do the research. */
  engine: OpenedEngine | undefined
}

/** Describes the state of the service to the operator; each call looks again. */
export function createServiceState(parts: ServiceStateParts): () => Promise<ServiceState> {
  const { ready, sender, storage, database, engine } = parts
  const version = readVersion()
  return async () => ({
    ...(await ready().catch(() => ({ ready: false, overdue: 0 }))),
    version,
    streams: sender.open,
    storage: { name: database, ...(await storage.describe()) },
    engine: engine?.describe?.(),
  })
}

/** Reads the version from the package's manifest, one folder up both in the sources and in the build. */
function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  return manifest.version
}
