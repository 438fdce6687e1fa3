import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const cwd = join(import.meta.dirname, '..')
const forget = () => rmSync(join(cwd, '.data'), { recursive: true, force: true })
beforeAll(forget)
afterAll(forget)

test('a service with documents and a model answers with verified claims', () => {
  const question = 'Who was the last keeper of the lighthouse?'
  const printed = execFileSync('pnpm', ['--silent', 'start', question], { cwd, encoding: 'utf8' })
  expect(printed).toMatch(/Ada Morgan.*\[1\]/)
  expect(printed).toMatch(/^\[1\] The lighthouse/m)
  expect(printed).toMatch(/^[1-9]\d* claims verified\n[1-9]\d* calls of the scripted model$/m)
})
