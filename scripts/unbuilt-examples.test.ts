import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings, type Service, startService } from '../packages/server/src/index.ts'
import { blockWith } from './blocks.ts'
import { createUser, type User } from './matrix/user.ts'

// What the examples' pages say, in a clone in which nothing was built.

const root = resolve(import.meta.dirname, '..')
let folder: string
let clone: string
let service: Service
let exported: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unbuilt-'))
  clone = join(folder, 'clone')
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const path of files.toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(clone, path)), { recursive: true })
    cpSync(join(root, path), join(clone, path), { verbatimSymlinks: true })
  }
  await createUser(process.execPath, clone).type('npx -y pnpm@12 install --frozen-lockfile --prefer-offline')
  service = await startService(readSettings({ PORT: '0', DATABASE_URL: `sqlite:${folder}/service.db` }))
  const { id } = await service.manage.createAccount('you@example.com', 'free')
  const { key } = await service.manage.createKey(id)
  exported = `export DEEP_RESEARCH_API_KEY=${key} DEEP_RESEARCH_BASE_URL=${service.url}\n`
}, 240_000)

afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

const inFolder = (name: string): User => createUser(process.execPath, join(clone, 'examples', name), { PORT: '0' })
const block = (name: string, holding: string) => blockWith(`examples/${name}/README.md`, 'sh', holding, clone)
/** A block without the line that sets a key and an address: here they are true. */
const withService = (name: string) => exported + block(name, 'start').replace(/^export.*\n/, '')

test.each([
  ['ask', /\S[\s\S]+: State of the Union Address, \d{4}\n[\s\S]*Iterations: \d+. Sources: [1-9]\d*.\n$/],
  ['terminal-app', /\[1\][\s\S]*\n\[1\] .+\n {4}\S+:/],
])('%s asks a service', async (name, prints) => {
  expect(await inFolder(name).type(withService(name))).toMatch(prints)
})

test('citation-check researches an answer anew and checks it', async () => {
  const user = inFolder('citation-check')
  await user.type(block('citation-check', 'deep-research ask'))
  expect(await user.type(block('citation-check', 'check'))).toMatch(/3 answers with \d+ citations\. Problems: 0/)
})

test('mcp-server calls the tool', async () => {
  expect(await inFolder('mcp-server').type(block('mcp-server', 'start'))).toMatch(/\[\^1\]: /)
})

test('self-hosting answers with its model, and starts as a service', async () => {
  const user = inFolder('self-hosting')
  expect(await user.type(block('self-hosting', 'start "Who'))).toMatch(/^[1-9]\d* calls of the scripted model$/m)
  await (await user.begin(block('self-hosting', 'deep-research serve'), /listening on/)).stop()
}, 120_000)

test('relay shows its page', async () => {
  const running = await inFolder('relay').begin(block('relay', 'start'), /The page is at http:\S+/)
  const [address = ''] = /http:\S+/.exec(running.printed().split('The page is at ')[1] ?? '') ?? []
  expect((await fetch(address)).status).toBe(200)
  await running.stop()
})

test.each(['testing-with-mock', 'ai-sdk-tool'])('the test of %s passes', async (name) => {
  expect(await inFolder(name).type(block(name, 'pnpm@12 test'))).toMatch(/Tests +[1-9]\d* passed/)
})
