import { defineConfig } from 'vitest/config'
import { ROOMS } from './rooms.ts'

const conditions = ['@deep-research/source', 'node', 'module']
const { package: name, tests } = ROOMS[process.env['MUTATED_ROOM'] ?? ''] ?? { package: 'sdk', tests: [] }

/** Only the tests of one room, of which each change needs a run. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    root: `packages/${name}`,
    include: [...tests],
    testTimeout: 20_000,
    // Every change is tried on so many histories of accounts.
    env: { HISTORIES: '40' },
  },
})
