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
  ['a step of the engine that calls another', 'engine/src/question/a.ts', '../cite/b.ts', 'engine-question'],
  ['an adapter that calls a step', 'engine/src/web/a.ts', '../answer/b.ts', 'engine-web'],
  ['a step that knows an adapter', 'engine/src/question/a.ts', '../web/b.ts', 'engine-question'],
  ['a step that knows who accompanies it', 'engine/src/question/a.ts', '../companion.ts', 'engine-question'],
  ['language that knows of a step', 'engine/src/language/a.ts', '../evidence/b.ts', 'engine-language'],
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
    'packages/engine/src/language/a.ts': "import { b } from './b.ts'\nexport const a = () => b\n",
    'packages/engine/src/language/b.ts': "import { a } from './a.ts'\nexport const b = () => a\n",
  })
  expect(said).toContain('error no-cycles')
})

test('lets through what the table has', async () => {
  const said = await cruise({
    'packages/engine/src/evidence/a.ts': importing('../language/b.ts'),
    'packages/engine/src/language/b.ts': leaf,
  })
  expect(said).toContain('no dependency violations found')
})
