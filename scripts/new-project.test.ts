import { cpSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProject, type Project } from './project.ts'

const root = resolve(import.meta.dirname, '..')
const example = join(root, 'examples/testing-with-mock')
let project: Project

const read = (path: string): string => readFileSync(path, 'utf8')
const saveDev = (...specs: readonly string[]) => project.install('--save-dev', ...specs)

/** What the front page says to install, with our packages packed and the test runner's version as we have it. */
async function wanted(): Promise<string[]> {
  const [, names = ''] = /npm install --save-dev (.*@deep-research\/mock.*)/.exec(read(join(root, 'README.md'))) ?? []
  const { devDependencies } = JSON.parse(read(join(example, 'package.json')))
  const given: Record<string, string> = {
    '@deep-research/mock': await project.pack('mock'),
    vitest: `vitest@${devDependencies.vitest}`,
  }
  return [await project.pack('sdk'), ...names.split(' ').map((name) => given[name] ?? name)]
}

beforeAll(async () => {
  project = createProject('new-project')
  for (const folder of ['src', 'test']) cpSync(join(example, folder), join(project.folder, folder), { recursive: true })
  await saveDev(...(await wanted()))
}, 180_000)

afterAll(() => project.remove())

test('a new project that follows the front page gets MSW 3, and its tests pass', async () => {
  expect(JSON.parse(read(join(project.folder, 'node_modules/msw/package.json'))).version).toMatch(/^3\./)
  expect(await project.run('npx', ['vitest', 'run'])).toMatch(/Tests +3 passed \(3\)/)
})

test('with MSW 2 the mock says what it needs', async () => {
  await saveDev('--legacy-peer-deps', 'msw@2')
  const use = "import('@deep-research/mock').then(({ researchHandlers }) => researchHandlers())"
  await expect(project.run(process.execPath, ['--eval', use])).rejects.toThrow(
    '@deep-research/mock needs MSW 3, and found MSW 2',
  )
})
