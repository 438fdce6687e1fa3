import { describe } from 'vitest'
import { sqlite } from './support/databases.ts'
import { storageSuite } from './support/storage-suite.ts'

describe('SQLite', () => {
  storageSuite(() => sqlite)
})
