import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const table: string = join(root, '.dependency-cruiser.mjs')
const { packages } = (await import(table)) as { packages: Record<string, { rows: Record<string, string[]> }> }
const run = promisify(execFile)
const houses: string[] = []

afterAll(() => {
  for (const house of houses.splice(0)) rmSync(house, { recursive: true, force: true })
})

/** Cruises a small house of our own under the real table; gives what is said of it. */
async function cruise(files: Record<string, string>): Promise<string> {
  const house = mkdtempSync(join(tmpdir(), 'house-'))
  houses.push(house)
  if (!Object.keys(files).some((path) => path.startsWith('node_modules/')))
    symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'))
  writeFileSync(join(house, 'tsconfig.json'), '{"compilerOptions":{"module":"NodeNext"}}')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(house, path)), { recursive: true })
    writeFileSync(join(house, path), text)
  }
  const command = join(root, 'node_modules/.bin/depcruise')
  const failed = (error: { stdout: string }) => error
  return (await run(command, ['--config', table, 'packages'], { cwd: house }).catch(failed)).stdout
}

const leaf = 'export const leaf = 1\n'
const importing = (path: string) => `import { leaf } from '${path}'\nexport const value = leaf\n`

test('every room and root file of every package has a row, and every row its files', () => {
  expect(Object.keys(packages).sort()).toEqual(readdirSync(join(root, 'packages')).sort())
  for (const [name, { rows }] of Object.entries(packages)) {
    const src = join(root, 'packages', name, 'src')
    const files = readdirSync(src).filter((file) => !/\.test(-d)?\.ts$/.test(file))
    expect(files.filter((file) => !(file in rows))).toEqual([])
    expect(Object.keys(rows).filter((row) => !existsSync(join(src, row)))).toEqual([])
  }
})

test('a row names only rows above it: no arrow runs back up', () => {
  for (const { rows } of Object.values(packages)) {
    const above = new Set(['*'])
    for (const [row, names] of Object.entries(rows)) {
      expect([row, names.filter((name) => !above.has(name))]).toEqual([row, []])
      above.add(row)
    }
  }
})

const REFUSED: [what: string, from: string, to: string, rule: string][] = [
  ['a step of the engine that calls a later one', 'engine/src/question/a1.ts', '../cite/b.ts', 'engine-question'],
  ['an adapter that calls a step', 'engine/src/web/a2.ts', '../answer/b.ts', 'engine-web'],
  ['a step that knows an adapter', 'engine/src/question/a3.ts', '../web/b.ts', 'engine-question'],
  ['a step that knows its assistant', 'engine/src/question/a4.ts', '../assistant.ts', 'engine-question'],
  ['language that knows of a step', 'engine/src/language/a5.ts', '../evidence/b.ts', 'engine-language'],
  ['a reader that knows of the index', 'engine/src/corpus/readers/a6.ts', '../index/b.ts', 'engine-corpus/readers'],
  ['a root file of the engine', 'engine/src/budget.ts', './types.ts', 'engine-budget.ts'],
  ['rules of accounts that know of storage', 'server/src/accounts/a7.ts', '../storage/b.ts', 'server-accounts'],
  ['an edge that sees an adapter', 'server/src/http/a8.ts', '../storage/b.ts', 'server-http'],
  ['a command that sees storage', 'server/src/cli/a9.ts', '../storage/b.ts', 'server-cli'],
  ['settings that know the wiring', 'server/src/config.ts', './wiring.ts', 'server-config.ts'],
  ['the mock’s port that knows its handlers', 'mock/src/port/a10.ts', '../handlers.ts', 'mock-port'],
  ['the mock’s commands that know its service', 'mock/src/bin/a11.ts', '../service.ts', 'mock-bin'],
  [
    'a room of the mock that calls what connects the rooms',
    'mock/src/request/checks.ts',
    '../service.ts',
    'mock-request',
  ],
  ['the wire format that knows of the client', 'sdk/src/stream/a12.ts', '../client/b.ts', 'sdk-stream'],
  ['a room without a row', 'sdk/src/attic/a13.ts', '../contract/b.ts', 'sdk-row'],
  ['a root file without a row', 'server/src/attic.ts', './config.ts', 'server-row'],
  [
    'shared storage that knows a third dialect',
    'server/src/storage/sql/a14.ts',
    '../third/b.ts',
    'storage-dialects-stay-behind-their-door',
  ],
  [
    'a third dialect that knows another',
    'server/src/storage/third/a15.ts',
    '../sqlite/b.ts',
    'storage-dialects-are-independent',
  ],
  ['a package that knows the client', 'mock/src/account/a16.ts', '../../../sdk/src/client/b.ts', 'mock-contract-only'],
  ['a sibling of no concern', 'engine/src/language/a17.ts', '../../../mock/src/request/ids.ts', 'engine-workspace'],
  ['the schemas in the client', 'sdk/src/client/a18.ts', '../contract/schemas.ts', 'sdk-without-zod'],
]
const OUTSIDE = Object.keys(packages).flatMap((name) =>
  // The entry of vitest lies in its folder `dist`, that of typescript in `lib`.
  ['vitest', 'typescript'].map((outside) => {
    const [room = ''] = Object.keys(packages[name]?.rows ?? {})
    return { name, outside, path: `packages/${name}/src/${room}/${outside}.ts` }
  }),
)
const importingAll = (name: string) => `import * as all from '${name}'\nexport const value = all\n`

describe('of one house with every fault, the table', () => {
  let said = ''
  beforeAll(async () => {
    const targets = REFUSED.map(([, from, to]) => [join('packages', dirname(from), to), leaf])
    const faults = REFUSED.map(([, from, to]) => [`packages/${from}`, importing(to)])
    said = await cruise({
      ...Object.fromEntries([...targets, ...faults]),
      ...Object.fromEntries(OUTSIDE.map(({ path, outside }) => [path, importingAll(outside)])),
      'packages/sdk/src/client/node.ts': "import { join } from 'node:path'\nexport const a = join\n",
      'packages/engine/src/language/c.ts': "import { d } from './d.ts'\nexport const c = () => d\n",
      'packages/engine/src/language/d.ts': "import { c } from './c.ts'\nexport const d = () => c\n",
    })
  })

  test.each(REFUSED)('refuses %s', (_what, from, _to, rule) => {
    expect(said).toContain(`error ${rule}: packages/${from}`)
  })

  test.each(OUTSIDE)('refuses $outside in $name, wherever its entry lies', ({ name, path }) => {
    expect(said).toContain(`error ${name}-outside: ${path}`)
  })

  test('refuses a node: module in the client', () => {
    expect(said).toContain('error sdk-runs-anywhere: packages/sdk/src/client/node.ts')
  })

  test('refuses a circle', () => {
    expect(said).toContain('error no-cycles: packages/engine/src/language/')
  })
})

test('refuses a package that another room alone may import', async () => {
  const said = await cruise({
    'packages/server/src/kernel/a.ts': importingAll('hono'),
    'node_modules/hono/package.json': '{"name":"hono","version":"1.0.0","main":"dist/index.js"}',
    'node_modules/hono/dist/index.js': 'exports.leaf = 1\n',
  })
  expect(said).toContain('error server-hono')
  expect(said).not.toContain('error server-outside')
})

test('lets through what the table has', async () => {
  const said = await cruise({
    'packages/engine/src/evidence/a.ts': importing('../language/b.ts'),
    'packages/engine/src/language/b.ts': leaf,
  })
  expect(said).toContain('no dependency violations found')
})
