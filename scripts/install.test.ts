import { copyFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProject, type Project, USER_NODE } from './project.ts'

const root = resolve(import.meta.dirname, '..')
const PACKAGES = ['sdk', 'engine', 'server', 'mock']
let project: Project

beforeAll(async () => {
  project = createProject('install')
  const packed = await Promise.all(PACKAGES.map((name) => project.pack(name)))
  await project.install(...packed, 'msw@3')
  copyFileSync(join(root, 'examples/ask/src/ask.mjs'), join(project.folder, 'ask.mjs'))
  copyFileSync(join(root, 'scripts/install/serve-and-ask.mjs'), join(project.folder, 'serve-and-ask.mjs'))
}, 300_000)

afterAll(() => project.remove(), 180_000)

const command = (...words: string[]) => project.run('deep-research', words)

test('the command tells its version and answers with sources, in a folder with nothing else', async () => {
  expect(await command('--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
  const answer = await command('ask', '--quiet', 'How did presidents justify the Panama Canal?')
  expect(answer).toMatch(/\[1\][\s\S]*\nSources\n\n {2}\[1.* — .+, \d{4}\n/)
})

test('a service answers the program of the front page, and has its console', async () => {
  const printed = await project.run(USER_NODE, ['serve-and-ask.mjs'])
  expect(printed).toMatch(/Theodore Roosevelt: State of the Union Address, 19\d\d\n/)
  expect(printed).toMatch(/^console: 200 .*Deep Research/im)
})

test('every door of the SDK and the mock opens', async () => {
  const doors = ['sdk', 'sdk/citations', 'sdk/relay', 'mock', 'mock/node', 'mock/conformance', 'engine']
  const open = doors.map((door) => `import('@deep-research/${door}')`).join(', ')
  const printed = await project.run(USER_NODE, [
    '--no-warnings',
    '--eval',
    `Promise.all([${open}]).then((all) => console.log(all.length))`,
  ])
  expect(printed).toBe(`${doors.length}\n`)
})
