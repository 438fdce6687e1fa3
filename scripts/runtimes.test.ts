import { describe, expect, it } from 'vitest'
import { RUNS } from '../packages/sdk/runtimes/runs.ts'

/** Fetching five runtimes is nothing that everybody's test run should wait for. */
const isWanted = process.env['REQUIRE_SERVICES'] === '1'

describe.skipIf(!isWanted)('the built client on other runtimes', () => {
  it.each(Object.entries(RUNS))('%s', { timeout: 300_000 }, async (_, run) => {
    expect(await run()).toMatch(/^[1-9]\d* passed, 0 failed$/)
  })
})
