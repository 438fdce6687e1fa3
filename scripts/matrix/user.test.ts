import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createUser, type User } from './user.ts'

let folder: string
let user: User

beforeAll(() => {
  vi.stubEnv('LLM', 'openai-compatible')
  folder = mkdtempSync(join(tmpdir(), 'user-'))
  user = createUser(process.execPath, join(folder, 'empty'), { COLUMNS: '50' })
})

afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('lines run under the given Node, without settings of whoever tries it', async () => {
  user.write('src/which.mjs', 'console.log(process.execPath, process.env.LLM, process.env.COLUMNS)')
  expect(await user.type('node src/which.mjs')).toBe(`${process.execPath} undefined 50\n`)
})

test('a line that fails ends the block, with what it printed', async () => {
  const lines = 'echo first\nfalse\necho never'
  await expect(user.type(lines)).rejects.toThrow(/^echo first\nfalse\necho never\nended with 1:\nfirst\n$/)
})

test('a program goes on until it is stopped; one that ends before it is ready is an error', async () => {
  const program = await user.begin(
    'trap "echo stopped; exit" INT; echo ready; while true; do sleep 0.01; done',
    /ready/,
  )
  await program.stop()
  expect(program.printed()).toMatch(/^ready\nstopped\n$/)
  await expect(user.begin('echo "port taken"; exit 3', /ready/)).rejects.toThrow('port taken')
})
