import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blocksOf, blockWith } from './blocks.ts'
import { createUser, type Running, type User } from './matrix/user.ts'
import { USER_NODE } from './project.ts'

// The blocks of the front page, in their order, in an empty folder. Each test needs those before it.

const root = resolve(import.meta.dirname, '..')
const page = 'README.md'
const block = (holding: string) => blockWith(page, 'sh', holding)

let folder: string
let user: User
let service: Running | undefined
let port: number

/** The two lines with `export`, for what is typed later in the same terminal. */
let exported: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'first-hour-'))
  port = await freePort()
  user = createUser(USER_NODE, join(folder, 'project'), { PORT: String(port) })
})

afterAll(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

const here = (lines: string) =>
  lines.replaceAll('/path/to/deep-research', root).replaceAll('http://127.0.0.1:8080', `http://127.0.0.1:${port}`)

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}

test('the demo answers in the clone', async () => {
  const [, line = ''] = block('git clone').split('\n')
  const clone = createUser(process.execPath, root, { DATABASE_URL: `sqlite:${join(folder, 'demo.db')}` })
  expect(await clone.type(line)).toMatch(/\[1\][\s\S]*Sources[\s\S]* — .+, \d{4}\n/)
}, 120_000)

test('the packages are installed from the clone, and the command answers', async () => {
  // What it builds is built: the packages are packed.
  const make = block('tarballs').replace('npx -y pnpm@12 build && ', '')
  await createUser(process.execPath, root).type(make)
  const printed = await user.type(here(block('npm init')))
  expect(printed).toMatch(/\[1\][\s\S]*\nSources\n\n {2}\[1.* — .+, \d{4}\n/)
}, 240_000)

test('the service starts, and with an account and a key a question is answered', async () => {
  service = await user.begin(block('deep-research serve'), /listening on/)
  const lines = here(block('account create'))
  const printed = await user.type(`${lines}\necho "KEY=$DEEP_RESEARCH_API_KEY"`)
  expect(printed).toMatch(/"type":"research\.completed"[\s\S]*data: \[DONE\]/)
  const key = /KEY=(dr_live_\S+)/.exec(printed)?.[1]
  exported = `export DEEP_RESEARCH_API_KEY=${key} DEEP_RESEARCH_BASE_URL=http://127.0.0.1:${port}`
}, 120_000)

test('its console is there', async () => {
  const shown = await fetch(`http://127.0.0.1:${port}/sign-in`)
  expect(shown.status).toBe(200)
  expect(await shown.text()).toMatch(/<title>.*Deep Research/i)
})

test('the program prints the answer and its sources', async () => {
  user.write('ask.mjs', blockWith(page, 'js', 'client.stream'))
  const printed = await user.type(`${exported}\n${block('node ask.mjs')}`)
  expect(printed).toMatch(/\S[\s\S]+: State of the Union Address, \d{4}[\s\S]+Iterations: \d+. Sources: [1-9]\d*.\n$/)
})

test('the tests with the mock pass', async () => {
  const [code = '', tests = ''] = blocksOf(page, 'ts')
  user.write('src/brief.ts', code)
  user.write('test/brief.test.ts', tests)
  await user.type(here(block('install --save-dev')))
  expect(await user.type(block('vitest run'))).toMatch(/Tests +3 passed \(3\)/)
}, 240_000)
