export { migrateStorage } from '../src/books.ts'
export { readSettings, startService } from '../src/index.ts'
