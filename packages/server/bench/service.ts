export { readSettings, startService } from '../src/index.ts'
export { migrateStorage, openStorage } from '../src/open-storage.ts'
