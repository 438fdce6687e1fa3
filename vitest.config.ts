import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { tally } from './scripts/vitest-tally.ts'

// Node gets these too, where `import` would break packages that a CommonJS module requires.
const conditions = ['@deep-research/source', 'node', 'module']
const source = { resolve: { conditions }, ssr: { resolve: { conditions } } }
const tests = { include: ['src/**/*.test.ts', 'test/**/*.test.ts'] }

/** Ends what hangs; nothing is near it, also where the machine has other work. */
const HANGS = 60_000
const patient = { testTimeout: HANGS, hookTimeout: HANGS }

/**
 * Files share what they import: to load it anew for each was a third of all work. So a helper cleans up after the test
 * that used it (`onTestFinished`), not in hooks of its module, which only the first file that imports it would have.
 */
const shared = { isolate: false }

/** Counts ports of its process's threads, of which files before it may have left some that are on their way out. */
const ALONE = ['test/threads/thread-pool.test.ts']

// Threads and processes that tests start find the packages compiled, most of a start. It is kept for the next run.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

/** The first is Chromium without a window, which takes a fourth of the other's work to start and to show a page. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
process.env['CHROMIUM'] ??= BROWSERS.find(existsSync) ?? BROWSERS[1]

/** `pnpm test:long`, of which every other run takes a sample. */
const isLong = process.env['LONG'] === '1'

export default defineConfig({
  test: {
    reporters: ['default', tally()],
    // One more than there are cores, as tests of a service mostly wait.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        ...source,
        // Not shared, as the mock's: they put their own `fetch` in place of the process's.
        test: { ...tests, name: 'sdk', root: './packages/sdk', ...patient },
      },
      { ...source, test: { ...tests, name: 'demo-corpus', root: './packages/demo-corpus', ...patient, ...shared } },
      { ...source, test: { ...tests, name: 'mock', root: './packages/mock', ...patient } },
      {
        ...source,
        test: { ...tests, name: 'engine', root: './packages/engine', ...patient, ...shared, exclude: ALONE },
      },
      { ...source, test: { name: 'engine-alone', root: './packages/engine', include: ALONE, ...patient } },
      {
        ...source,
        test: {
          ...tests,
          name: 'server',
          root: './packages/server',
          ...patient,
          ...shared,
          // A browser that crashed says nothing about a page: test/support/dashboard-browser.ts starts another.
          retry: { count: 2, condition: /Target page, context or browser has been closed/ },
          pool: 'forks',
          globalSetup: ['./test/support/build-browser.ts', './test/support/share-postgres.ts'],
          exclude: ['test/faults/**'],
        },
      },
      {
        ...source,
        test: {
          name: 'faults',
          root: './packages/server',
          include: ['test/faults/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: HANGS,
          pool: 'forks',
          // Never while others run: all cores are for processes that start and die.
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
        },
      },
      {
        ...source,
        test: { name: 'examples', root: './examples', include: ['*/test/**/*.test.ts'], ...patient },
      },
      {
        ...source,
        test: {
          ...tests,
          name: 'house',
          root: './scripts',
          include: ['**/*.test.ts'],
          globalSetup: './pack-once.ts',
          // What installs or builds everything anew: frameworks and runtimes, the site, the container image.
          exclude: isLong ? [] : ['{frameworks,image,other-runtimes,site}.test.ts'],
          testTimeout: 120_000,
          hookTimeout: HANGS,
        },
      },
    ],
  },
})
