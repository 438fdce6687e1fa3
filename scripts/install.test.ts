import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProject, type Project, USER_NODE } from './project.ts'

const root = resolve(import.meta.dirname, '..')
/** The server with what it needs of ours. */
const SERVER = ['sdk', 'demo-corpus', 'engine', 'server']

/** How much is installed with the server at most: what few need is installed by them. Megabytes of disk, as `du` counts. */
const MOST = { packages: 125, megabytes: 62 }

/** What POSIX counts the space of a file in. */
const BLOCK = 512

let project: Project
let installed: typeof MOST

beforeAll(async () => {
  project = createProject('install')
  await project.install(...SERVER.map((name) => project.packed(name)))
  installed = await measure()
  await project.install(project.packed('mock'), 'msw@3')
}, 300_000)

afterAll(() => project.remove(), 180_000)

async function measure(): Promise<typeof MOST> {
  const modules = join(project.folder, 'node_modules')
  const listed = (await project.run('npm', ['ls', '--all', '--parseable'])).split('\n')
  const names = readdirSync(modules, { recursive: true, encoding: 'utf8' })
  const bytes = names.reduce((sum, name) => sum + lstatSync(join(modules, name)).blocks * BLOCK, 0)
  return { packages: listed.filter((path) => path.startsWith(modules)).length, megabytes: bytes / 1_000_000 }
}

const command = (...words: string[]) => project.run('deep-research', words)

test('the server brings few packages and megabytes', () => {
  expect(installed.packages).toBeGreaterThan(SERVER.length)
  expect(installed.packages).toBeLessThanOrEqual(MOST.packages)
  expect(installed.megabytes).toBeLessThanOrEqual(MOST.megabytes)
  const [, packages, megabytes] =
    /brings (\d+) packages with (\d+) MB/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []
  expect(installed.packages).toBe(Number(packages))
  // File systems differ in the size of their blocks, and of folders.
  expect(Math.abs(installed.megabytes - Number(megabytes))).toBeLessThan(3)
})

test('the command tells its version, and creates an account without a warning of Node', async () => {
  expect(await command('--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
  // Here the database has a thread of its own, and Node 22 has something to say about SQLite in each of them.
  expect(await command('account', 'create', '--email', 'you@example.com')).not.toContain('Warning')
})

test('every door of the SDK and the mock opens', async () => {
  const doors = ['sdk', 'sdk/citations', 'sdk/relay', 'mock', 'mock/node', 'mock/conformance', 'engine', 'demo-corpus']
  const open = doors.map((door) => `import('@deep-research/${door}')`).join(', ')
  const printed = await project.run(USER_NODE, [
    '--no-warnings',
    '--eval',
    `Promise.all([${open}]).then((all) => console.log(all.length))`,
  ])
  expect(printed).toBe(`${doors.length}\n`)
})

test('what only some need is asked for by name when it is needed', async () => {
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', PORT: '0' }
  await expect(project.run('deep-research', ['serve'], traces)).rejects.toThrow(
    /needs the package @opentelemetry\/\S+\. Run npm install @opentelemetry\/api /,
  )
  rmSync(join(project.folder, 'node_modules/@deep-research/demo-corpus'), { recursive: true })
  await expect(command('ask', 'Why?')).rejects.toThrow(
    'CORPUS names no folder or file, so the demo corpus is searched, which needs the package @deep-research/demo-corpus.',
  )
})

test('with MSW 2 the mock says what it needs', async () => {
  await project.install('--legacy-peer-deps', 'msw@2')
  const use = "import('@deep-research/mock').then(({ researchHandlers }) => researchHandlers())"
  await expect(project.run(USER_NODE, ['--eval', use])).rejects.toThrow(
    '@deep-research/mock needs MSW 3, and found MSW 2',
  )
})
