export { readSettings, startService } from '../src/index.ts'
export { migrateStorage } from '../src/wiring.ts'
