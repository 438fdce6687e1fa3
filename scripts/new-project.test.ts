import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const example = join(root, 'examples/testing-with-mock')
const runFile = promisify(execFile)
let project: string

/** Runs a program in the new project, under the Node of this test; gives what it printed, and fails with it. */
async function run(command: string, ...args: readonly string[]): Promise<string> {
  const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env
  try {
    const { stdout, stderr } = await runFile(command, args, { cwd: project, env: { ...env, PATH, NO_COLOR: '1' } })
    return stdout + stderr
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error })
  }
}

const read = (path: string): string => readFileSync(path, 'utf8')
const install = (...specs: readonly string[]) =>
  run('npm', 'install', '--save-dev', '--no-audit', '--no-fund', '--prefer-offline', ...specs)

/** A package as it would be published, in the project's folder. */
async function pack(name: string): Promise<string> {
  const folder = join(root, 'packages', name)
  if (!existsSync(join(folder, 'dist/index.js')))
    throw new Error(`packages/${name} is not built: run pnpm build first.`)
  await run('npx', '-y', 'pnpm@12', '--dir', folder, 'pack', '--out', join(project, `${name}.tgz`))
  return `./${name}.tgz`
}

/** What the front page says to install, with our packages packed and the test runner's version as we have it. */
async function wanted(): Promise<string[]> {
  const [, names = ''] = /npm install --save-dev (.*@deep-research\/mock.*)/.exec(read(join(root, 'README.md'))) ?? []
  const { devDependencies } = JSON.parse(read(join(example, 'package.json')))
  const given: Record<string, string> = {
    '@deep-research/mock': await pack('mock'),
    vitest: `vitest@${devDependencies.vitest}`,
  }
  return [await pack('sdk'), ...names.split(' ').map((name) => given[name] ?? name)]
}

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'new-project-'))
  writeFileSync(join(project, 'package.json'), '{"private":true}')
  for (const folder of ['src', 'test']) cpSync(join(example, folder), join(project, folder), { recursive: true })
  await install(...(await wanted()))
}, 180_000)

afterAll(() => rmSync(project, { recursive: true, force: true }))

test('a new project that follows the front page gets MSW 3, and its tests pass', async () => {
  expect(JSON.parse(read(join(project, 'node_modules/msw/package.json'))).version).toMatch(/^3\./)
  expect(await run('npx', 'vitest', 'run')).toMatch(/Tests +3 passed \(3\)/)
})

test('with MSW 2 the mock says what it needs', async () => {
  await install('--legacy-peer-deps', 'msw@2')
  const use = "import('@deep-research/mock').then(({ researchHandlers }) => researchHandlers())"
  await expect(run(process.execPath, '--eval', use)).rejects.toThrow('@deep-research/mock needs MSW 3, and found MSW 2')
})
