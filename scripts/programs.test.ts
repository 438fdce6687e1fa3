import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openUserPrograms, printed, type UserPrograms } from './user-programs.ts'

/** What users' programs are written with, at versions that go together. Installed once for all of them. */
const STACK = [
  '@ai-sdk/react@4.0.177',
  '@hono/node-server@2',
  '@testing-library/dom@10',
  '@testing-library/react@16',
  '@types/express@5',
  '@types/node@24',
  '@types/react@19',
  'ai@7.0.173',
  'esbuild@0.28.2',
  'express@5',
  'fastify@5',
  'hono@4',
  'jest@30',
  'jest-environment-jsdom@30',
  'msw@3',
  'playwright-core@1.65.1',
  'react@19',
  'react-dom@19',
  'typescript@6.0.3',
  'vitest@5.1.0',
]

/** Fetching a stack is nothing that everybody's test run should wait for. */
const isWanted = process.env['REQUIRE_SERVICES'] === '1'

describe.skipIf(!isWanted)('programs as users write them, with the packed packages', () => {
  let user: UserPrograms

  beforeAll(async () => {
    user = await openUserPrograms('programs', STACK)
  }, 300_000)

  afterAll(() => user.close(), 60_000)

  const RELAYS = ['express', 'fastify', 'hono']

  it('those on Node compile', { timeout: 120_000 }, () =>
    user.compile(['ai-sdk.ts', 'relays.ts', ...RELAYS.map((name) => `relay/src/${name}.ts`)], ['node']),
  )

  it.each(RELAYS)('the relay with %s runs', { timeout: 60_000 }, async (name) => {
    expect(printed(await user.node('relays.ts', name))).toEqual([true, 'BadRequestError'])
  })

  it('the AI SDK: a chat gets sources and a cited answer', { timeout: 60_000 }, async () => {
    expect(printed(await user.node('ai-sdk.ts'))).toEqual([2, 5, true])
  })

  it('Chromium: compiles and runs', { timeout: 120_000 }, async () => {
    await user.compile(['page.ts', 'relay/page/page.ts'], [], ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'])
    await user.compile(['chromium.ts'], ['node'])
    await user.project.run('esbuild', ['page.ts', '--bundle', '--format=esm', '--outfile=page.js'])
    expect(printed(await user.node('chromium.ts'))).toEqual([true, 'completed', true])
  })

  it('React 19 in Chromium: strict, hidden and shown, and a chat that is reloaded', { timeout: 120_000 }, async () => {
    user.recipe('react')
    const development = '--define:process.env.NODE_ENV="development"'
    const bundle = ['--bundle', '--format=esm', '--outfile=react/page.js', development]
    await user.project.run('esbuild', ['react/page.mjs', ...bundle])
    expect(printed(await user.node('react/visit.mjs'))).toEqual([true, 1, 1])
  })

  it('Jest 30: the mock, and errors of another realm', { timeout: 120_000 }, async () => {
    user.recipe('jest')
    const jest = join(user.project.folder, 'node_modules/jest/bin/jest.js')
    const said = await user.project.run(
      process.execPath,
      ['--experimental-vm-modules', jest, '--rootDir', 'jest'],
      user.env,
    )
    expect(said).toMatch(/^Tests: +4 passed, 4 total$/m)
  })

  it('Jest 30 in its jsdom: a component with the hook', { timeout: 120_000 }, async () => {
    user.recipe('jsdom')
    expect(await user.project.run('jest', ['--config', 'jsdom/jest.config.cjs'])).toMatch(
      /^Tests: +2 passed, 2 total$/m,
    )
  })

  it('vitest in vmThreads: the client and the mock', { timeout: 120_000 }, async () => {
    user.recipe('vm-threads')
    expect(await user.project.run('vitest', ['run', '--root', 'vm-threads'])).toMatch(/Tests +2 passed \(2\)/)
  })
})
