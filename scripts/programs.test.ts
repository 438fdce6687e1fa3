import { copyFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApiKey } from '../packages/mock/src/index.ts'
import { type MockServer, startMockServer } from '../packages/mock/src/node.ts'
import { createProject, type Project } from './project.ts'

const here = (path: string) => join(import.meta.dirname, path)

/** What users' programs are written with, at versions that go together. Installed once for all of them. */
const STACK = [
  '@ai-sdk/react@4.0.177',
  '@hono/node-server@2',
  '@playwright/test@1.65.1',
  '@storybook/html-vite@10',
  '@testing-library/dom@10',
  '@testing-library/react@16',
  '@types/bun@1',
  '@types/express@5',
  '@types/node@24',
  '@types/react@19',
  'ai@7.0.173',
  'bun@1.4.5',
  'deno@2.9.6',
  'esbuild@0.28.2',
  'express@5',
  'fastify@5',
  'hono@4',
  'jest@30',
  'jest-environment-jsdom@30',
  'miniflare@4.20260730.0',
  'msw@3',
  'msw-storybook-addon@3',
  'next@16',
  'react@19',
  'react-dom@19',
  'storybook@10',
  'typescript@6.0.3',
  'vite@8',
  'vitest@5.1.0',
]

/** Fetching a stack is nothing that everybody's test run should wait for. */
const isWanted = process.env['REQUIRE_SERVICES'] === '1'
const CHROMIUM = '/usr/bin/chromium'

/** A port that was free a moment ago: for programs that must be told theirs. */
async function freePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

describe.skipIf(!isWanted)('programs as users write them, with the packed packages', () => {
  let project: Project
  let mock: MockServer
  let env: Record<string, string>

  beforeAll(async () => {
    mock = await startMockServer()
    env = { DEEP_RESEARCH_BASE_URL: mock.url, DEEP_RESEARCH_API_KEY: testApiKey(), CHROMIUM }
    project = createProject('programs')
    await project.install(await project.pack('sdk'), await project.pack('mock'), ...STACK)
    for (const name of readdirSync(here('programs'))) copyFileSync(here(`programs/${name}`), join(project.folder, name))
    for (const name of ['relay', 'nextjs']) {
      const filter = (path: string) => !/node_modules|\.next$/.test(path)
      cpSync(here(`../examples/${name}`), join(project.folder, name), { recursive: true, filter })
    }
  }, 300_000)

  afterAll(async () => {
    project.remove()
    await mock.close()
  }, 60_000)

  const compile = async (files: readonly string[], types: readonly string[], lib: readonly string[] = ['ES2024']) => {
    const compilerOptions = {
      target: 'ES2022',
      lib,
      module: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      types,
    }
    writeFileSync(join(project.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    expect(await project.run('tsc', ['-p', '.'])).toBe('')
  }
  const node = (...words: string[]) => project.run(process.execPath, ['--no-warnings', ...words], env)
  const printed = (text: string): unknown => JSON.parse(text.trim().split('\n').at(-1) ?? '')

  const RELAYS = ['express', 'fastify', 'hono']

  it('those on Node compile', { timeout: 120_000 }, () =>
    compile(['ai-sdk.ts', 'relays.ts', 'nextjs.ts', ...RELAYS.map((name) => `relay/src/${name}.ts`)], ['node']),
  )

  it.each(RELAYS)('the relay with %s runs', { timeout: 60_000 }, async (name) => {
    expect(printed(await node('relays.ts', name))).toEqual([true, 'BadRequestError'])
  })

  it('the AI SDK: a chat gets sources and a cited answer', { timeout: 60_000 }, async () => {
    expect(printed(await node('ai-sdk.ts'))).toEqual([2, 5, true])
  })

  it('Next.js: the example is built without a key, and its page shows claims', { timeout: 180_000 }, async () => {
    const quiet = { NEXT_TELEMETRY_DISABLED: '1', CI: '1' }
    await project.run('next', ['build', 'nextjs'], quiet)
    Object.assign(env, quiet, { APP_PORT: await freePort() })
    expect(printed(await node('nextjs.ts'))).toEqual([403, true])
  })

  it('Bun: compiles and runs', { timeout: 120_000 }, async () => {
    await compile(['bun.ts'], ['bun'])
    expect(printed(await project.run('bun', ['bun.ts'], env))).toEqual([true, 'BadRequestError'])
  })

  it('Deno: compiles and runs', { timeout: 120_000 }, async () => {
    const args = ['run', '--quiet', '--check', '--allow-all', '--node-modules-dir=manual', 'deno.ts']
    expect(printed(await project.run('deno', args, env))).toEqual([true, 'BadRequestError'])
  })

  it('workerd: compiles and runs', { timeout: 120_000 }, async () => {
    await compile(['worker.ts'], [], ['ES2024', 'WebWorker'])
    await project.run('esbuild', ['worker.ts', '--bundle', '--format=esm', '--platform=neutral', '--outfile=worker.js'])
    const { Miniflare } = createRequire(join(project.folder, 'x.js'))('miniflare')
    const bindings = { KEY: testApiKey(), SERVICE: mock.url }
    const script = readFileSync(join(project.folder, 'worker.js'), 'utf8')
    const worker = new Miniflare({ modules: true, script, compatibilityDate: '2026-07-01', bindings })
    try {
      expect(await (await worker.dispatchFetch('http://worker/')).json()).toEqual([true, 'BadRequestError'])
    } finally {
      await worker.dispose()
    }
  })

  it('Chromium: compiles and runs', { timeout: 120_000 }, async () => {
    await compile(['page.ts', 'relay/page/page.ts'], [], ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'])
    await compile(['chromium.ts'], ['node'])
    await project.run('esbuild', ['page.ts', '--bundle', '--format=esm', '--outfile=page.js'])
    expect(printed(await node('chromium.ts'))).toEqual([true, 'completed', true])
  })

  it('Next.js: relays on node and on edge are built without a key, and answer', { timeout: 300_000 }, async () => {
    cpSync(here('recipes/next-app'), join(project.folder, 'next-app'), { recursive: true })
    const quiet = { NEXT_TELEMETRY_DISABLED: '1', CI: '1' }
    await project.run('next', ['build', 'next-app'], quiet)
    Object.assign(env, quiet, { APP_PORT: await freePort() })
    expect(printed(await node('next-app/visit.mjs'))).toEqual([5, 5])
  })

  it('React 19 in Chromium: strict, hidden and shown, and a chat that is reloaded', { timeout: 120_000 }, async () => {
    cpSync(here('recipes/react'), join(project.folder, 'react'), { recursive: true })
    const development = '--define:process.env.NODE_ENV="development"'
    const bundle = ['--bundle', '--format=esm', '--outfile=react/page.js', development]
    await project.run('esbuild', ['react/page.mjs', ...bundle])
    expect(printed(await node('react/visit.mjs'))).toEqual([true, 1, 1])
  })

  it('Jest 30: the mock, and errors of another realm', { timeout: 120_000 }, async () => {
    cpSync(here('recipes/jest'), join(project.folder, 'jest'), { recursive: true })
    const jest = join(project.folder, 'node_modules/jest/bin/jest.js')
    const said = await project.run(process.execPath, ['--experimental-vm-modules', jest, '--rootDir', 'jest'], env)
    expect(said).toMatch(/^Tests: +4 passed, 4 total$/m)
  })

  it('Jest 30 in its jsdom: a component with the hook', { timeout: 120_000 }, async () => {
    cpSync(here('recipes/jsdom'), join(project.folder, 'jsdom'), { recursive: true })
    expect(await project.run('jest', ['--config', 'jsdom/jest.config.cjs'])).toMatch(/^Tests: +2 passed, 2 total$/m)
  })

  it('vitest in vmThreads: the client and the mock', { timeout: 120_000 }, async () => {
    cpSync(here('recipes/vm-threads'), join(project.folder, 'vm-threads'), { recursive: true })
    expect(await project.run('vitest', ['run', '--root', 'vm-threads'])).toMatch(/Tests +2 passed \(2\)/)
  })

  it('the mock in Playwright', { timeout: 120_000 }, async () => {
    const folder = join(project.folder, 'playwright')
    cpSync(here('recipes/playwright'), folder, { recursive: true })
    const ports = { MOCK_PORT: await freePort(), APP_PORT: await freePort(), CHROMIUM }
    const said = await project.run('playwright', ['test', '--config', join(folder, 'playwright.config.mjs')], ports)
    expect(said).toMatch(/^ +4 passed /m)
  })

  it('the mock in Storybook: compiles and runs', { timeout: 120_000 }, async () => {
    cpSync(here('recipes/storybook'), join(project.folder, 'storybook'), { recursive: true })
    const files = ['storybook/research.stories.ts', 'storybook/.storybook/main.ts']
    await compile(files, ['msw-storybook-addon/types'], ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'])
    await project.run('msw', ['init', 'storybook/public', '--no-save'])
    const folders = ['--config-dir', 'storybook/.storybook', '--output-dir', 'storybook/built']
    // It keeps settings of its own in the home folder.
    const apart = { HOME: project.folder, STORYBOOK_DISABLE_TELEMETRY: '1' }
    await project.run('storybook', ['build', ...folders], apart)
    expect(printed(await node('storybook/open.mjs'))).toEqual([
      'At sea level water boils at 100 °C.',
      expect.stringMatching(/^RateLimitError: /),
      'NotFoundError: HTTP 404 Not Found',
      'At sea level water boils at 100 °C.',
    ])
  })
})
