import { tuneV8 } from '../src/tune-v8.ts'

export { readSettings, startService } from '../src/index.ts'
export { migrateStorage, openStorage } from '../src/open-storage.ts'

// As the command line does.
tuneV8()
