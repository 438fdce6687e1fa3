import type { Reporter, TestModule } from 'vitest/node'

/** A reporter whose last line counts the tests of every project: `N passed, N failed, N skipped`. */
export function tally(): Reporter {
  return {
    onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
      const counts = { passed: 0, failed: 0, skipped: 0 }
      for (const module of modules) {
        let own = 0
        for (const test of module.children.allTests()) {
          const state = test.result().state
          if (state !== 'pending') counts[state] += 1
          own += 1
        }
        // A file that breaks before its first test is a failure too.
        if (own === 0 && module.state() === 'failed') counts.failed += 1
      }
      counts.failed += errors.length
      process.once('exit', () => {
        console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
      })
    },
  }
}
