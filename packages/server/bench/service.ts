export { migrateStorage, openStorage } from '../src/books.ts'
export { readSettings, startService } from '../src/index.ts'
