import { keepEventsYoung } from '../src/keep-events-young.ts'

export { readSettings, startService } from '../src/index.ts'
export { migrateStorage, openStorage } from '../src/open-storage.ts'

// As the command line does.
keepEventsYoung()
