import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, openUserPrograms, printed, type UserPrograms } from './user-programs.ts'

/** At versions that go together. They bring hundreds of packages and build for half a minute, so only the long run does. */
const STACK = [
  '@playwright/test@1.65.1',
  '@storybook/html-vite@10',
  '@types/node@24',
  '@types/react@19',
  'msw@3',
  'msw-storybook-addon@3',
  'next@16',
  'react@19',
  'react-dom@19',
  'storybook@10',
  'typescript@6.0.3',
  'vite@8',
]

const quiet = { NEXT_TELEMETRY_DISABLED: '1', CI: '1' }

describe('frameworks, with the packed packages', () => {
  let user: UserPrograms

  beforeAll(async () => {
    user = await openUserPrograms('frameworks', STACK)
  }, 300_000)

  afterAll(() => user.close(), 60_000)

  it('Next.js: the example is built without a key, and its page shows claims', { timeout: 180_000 }, async () => {
    await user.compile(['nextjs.ts'], ['node'])
    await user.project.run('next', ['build', 'nextjs'], quiet)
    Object.assign(user.env, quiet, { APP_PORT: await freePort() })
    expect(printed(await user.node('nextjs.ts'))).toEqual([403, true])
  })

  it('Next.js: relays on node and on edge are built without a key, and answer', { timeout: 300_000 }, async () => {
    user.recipe('next-app')
    await user.project.run('next', ['build', 'next-app'], quiet)
    Object.assign(user.env, quiet, { APP_PORT: await freePort() })
    expect(printed(await user.node('next-app/visit.mjs'))).toEqual([5, 5])
  })

  it('the mock in Playwright', { timeout: 120_000 }, async () => {
    const folder = user.recipe('playwright')
    const ports = { MOCK_PORT: await freePort(), APP_PORT: await freePort(), CHROMIUM: user.env['CHROMIUM'] ?? '' }
    const said = await user.project.run(
      'playwright',
      ['test', '--config', join(folder, 'playwright.config.mjs')],
      ports,
    )
    expect(said).toMatch(/^ +4 passed /m)
  })

  it('the mock in Storybook: compiles and runs', { timeout: 120_000 }, async () => {
    user.recipe('storybook')
    const files = ['storybook/research.stories.ts', 'storybook/.storybook/main.ts']
    await user.compile(files, ['msw-storybook-addon/types'], ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'])
    await user.project.run('msw', ['init', 'storybook/public', '--no-save'])
    const folders = ['--config-dir', 'storybook/.storybook', '--output-dir', 'storybook/built']
    // It keeps settings of its own in the home folder.
    const apart = { HOME: user.project.folder, STORYBOOK_DISABLE_TELEMETRY: '1' }
    await user.project.run('storybook', ['build', ...folders], apart)
    expect(printed(await user.node('storybook/open.mjs'))).toEqual([
      'At sea level water boils at 100 °C.',
      expect.stringMatching(/^RateLimitError: /),
      'NotFoundError: HTTP 404 Not Found',
      'At sea level water boils at 100 °C.',
    ])
  })
})
