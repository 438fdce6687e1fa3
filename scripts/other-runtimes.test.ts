import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApiKey } from '../packages/mock/src/index.ts'
import { openUserPrograms, printed, type UserPrograms } from './user-programs.ts'

// Programs of users on other runtimes than Node, which are large to fetch: every night. What the client itself does on them,
// runtimes.test.ts tries in every run.

let user: UserPrograms

beforeAll(async () => {
  user = await openUserPrograms('other-runtimes', [
    '@types/bun@1',
    '@types/node@24',
    'bun@1.4.5',
    'deno@2.9.6',
    'esbuild@0.28.2',
    'miniflare@4.20260730.0',
    'msw@3',
    'typescript@6.0.3',
  ])
}, 300_000)

afterAll(() => user.close(), 60_000)

test('Bun: compiles and runs', { timeout: 120_000 }, async () => {
  await user.compile(['bun.ts'], ['bun'])
  expect(printed(await user.project.run('bun', ['bun.ts'], user.env))).toEqual([true, 'BadRequestError'])
})

test('Deno: compiles and runs', { timeout: 120_000 }, async () => {
  const args = ['run', '--quiet', '--check', '--allow-all', '--node-modules-dir=manual', 'deno.ts']
  expect(printed(await user.project.run('deno', args, user.env))).toEqual([true, 'BadRequestError'])
})

test('workerd: compiles and runs', { timeout: 120_000 }, async () => {
  await user.compile(['worker.ts'], [], ['ES2024', 'WebWorker'])
  await user.project.run('esbuild', [
    'worker.ts',
    '--bundle',
    '--format=esm',
    '--platform=neutral',
    '--outfile=worker.js',
  ])
  const { Miniflare } = createRequire(join(user.project.folder, 'x.js'))('miniflare')
  const bindings = { KEY: testApiKey(), SERVICE: user.mock.url }
  const script = readFileSync(join(user.project.folder, 'worker.js'), 'utf8')
  const worker = new Miniflare({ modules: true, script, compatibilityDate: '2026-07-01', bindings })
  try {
    expect(await (await worker.dispatchFetch('http://worker/')).json()).toEqual([true, 'BadRequestError'])
  } finally {
    await worker.dispose()
  }
})
