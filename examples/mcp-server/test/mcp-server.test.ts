import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const cwd = join(import.meta.dirname, '..')
afterAll(() => rmSync(join(cwd, '.data'), { recursive: true, force: true }))

test('the tool answers from the notes', () => {
  const question = 'How does a reef protect the coast?'
  const printed = execFileSync('pnpm', ['--silent', 'start', question], { cwd, encoding: 'utf8' })
  expect(printed).toMatch(/nine tenths of the energy[\s\S]*\n\[\^1\]: /)
})
