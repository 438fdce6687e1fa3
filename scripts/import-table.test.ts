import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const run = promisify(execFile)
const houses: string[] = []

afterEach(() => {
  for (const house of houses.splice(0)) rmSync(house, { recursive: true, force: true })
})

/** Cruises a small house of our own under the real table; gives what is said of it. */
async function cruise(files: Record<string, string>): Promise<string> {
  const house = mkdtempSync(join(tmpdir(), 'house-'))
  houses.push(house)
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'))
  writeFileSync(join(house, 'tsconfig.json'), '{"compilerOptions":{"module":"NodeNext"}}')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(house, path)), { recursive: true })
    writeFileSync(join(house, path), text)
  }
  const command = join(root, 'node_modules/.bin/depcruise')
  const config = join(root, '.dependency-cruiser.mjs')
  const failed = (error: { stdout: string }) => error
  return (await run(command, ['--config', config, 'packages'], { cwd: house }).catch(failed)).stdout
}

const leaf = 'export const leaf = 1\n'
const importing = (path: string) => `import { leaf } from '${path}'\nexport const value = leaf\n`

test.each([
  ['a step of the engine that calls another', 'engine/src/plan/a.ts', '../cite/b.ts', 'engine-plan'],
  ['an adapter that calls a step', 'engine/src/providers/a.ts', '../plan/b.ts', 'engine-providers'],
  ['a step that knows an adapter', 'engine/src/plan/a.ts', '../providers/b.ts', 'engine-plan'],
  ['a step that knows who accompanies it', 'engine/src/plan/a.ts', '../companion.ts', 'engine-plan'],
  ['text that knows of a step', 'engine/src/text/a.ts', '../read/b.ts', 'engine-text'],
  ['rules of accounts that know of storage', 'server/src/accounts/a.ts', '../storage/b.ts', 'server-accounts'],
  ['an edge that sees an adapter', 'server/src/http/a.ts', '../storage/b.ts', 'server-http'],
  [
    'a query that knows its database',
    'server/src/storage/sql/a.ts',
    '../sqlite/b.ts',
    'storage-dialects-stay-behind-their-door',
  ],
  [
    'a dialect that leans on another',
    'server/src/storage/postgres/a.ts',
    '../sqlite/b.ts',
    'storage-dialects-are-independent',
  ],
  ['the wire format that knows of the client', 'sdk/src/stream/a.ts', '../client/b.ts', 'sdk-stream'],
])('refuses %s', async (_what, from, to, rule) => {
  const target = join('packages', dirname(from), to)
  const said = await cruise({ [`packages/${from}`]: importing(to), [target]: leaf })
  expect(said).toContain(`error ${rule}`)
})

test('refuses a node: module in the client', async () => {
  const said = await cruise({
    'packages/sdk/src/client/a.ts': "import { join } from 'node:path'\nexport const a = join\n",
  })
  expect(said).toContain('error sdk-runs-anywhere')
})

test('refuses a circle', async () => {
  const said = await cruise({
    'packages/engine/src/text/a.ts': "import { b } from './b.ts'\nexport const a = () => b\n",
    'packages/engine/src/text/b.ts': "import { a } from './a.ts'\nexport const b = () => a\n",
  })
  expect(said).toContain('error no-cycles')
})

test('lets through what the table has', async () => {
  const said = await cruise({
    'packages/engine/src/read/a.ts': importing('../text/b.ts'),
    'packages/engine/src/text/b.ts': leaf,
  })
  expect(said).toContain('no dependency violations found')
})
