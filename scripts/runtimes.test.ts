import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { RUNS } from '../packages/sdk/runtimes/runs.ts'

/** Fetching seven runtimes is nothing that everybody's test run should wait for. */
const isWanted = process.env['REQUIRE_SERVICES'] === '1'

/** Node 24 runs all other tests; it and Node 26 are tried here every night. */
const byDay = (name: string) => !/^Node 2[46]/.test(name)
const isLong = process.env['LONG'] === '1'

describe.skipIf(!isWanted)('the built client on other runtimes', () => {
  it.each(Object.entries(RUNS).filter(([name]) => isLong || byDay(name)))(
    '%s',
    { timeout: 300_000 },
    async (_, run) => {
      expect(await run()).toMatch(/^[1-9]\d* passed, 0 failed$/)
    },
  )
})

describe.skipIf(!isWanted)('the built mock on the oldest Node that it runs on', () => {
  it('answers through MSW', { timeout: 300_000 }, async () => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const node = ['-y', '-p', 'node@22.18.0', 'node', '--test', '--test-reporter=tap']
    const program = join(import.meta.dirname, '../packages/mock/test/node-test/research.mjs')
    const { stdout } = await promisify(execFile)('npx', [...node, program], { env })
    expect(stdout).toMatch(/^# pass 2$/m)
    expect(stdout).toMatch(/^# fail 0$/m)
  })
})
