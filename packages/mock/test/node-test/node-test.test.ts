import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test("serves under Node's own test runner", async () => {
  const file = join(import.meta.dirname, 'research.mjs')
  const args = ['--conditions=@deep-research/source', '--test', '--test-reporter=tap', file]
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  expect(stdout).toMatch(/^# pass 2$/m)
  expect(stdout).toMatch(/^# fail 0$/m)
}, 20_000)
