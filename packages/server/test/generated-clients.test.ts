import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import openapiTypeScript, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeApi } from '../src/reference/openapi.ts'
import { createScriptedEngine } from './support/scripted-engine.ts'
import { ask, startTestService } from './support/service.ts'

const runFile = promisify(execFile)
const here = join(import.meta.dirname, 'generated')
const root = resolve(import.meta.dirname, '../../..')
let folder: string
let description: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'generated-'))
  description = join(folder, 'openapi.json')
  writeFileSync(description, JSON.stringify(describeApi()))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program's output, or an error with all that it printed. */
async function run(command: string, ...args: readonly string[]): Promise<string> {
  try {
    return (await runFile(command, args, { cwd: folder, env: { ...process.env, PYTHONPATH: join(folder, 'python') } }))
      .stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${command} failed:\n${stdout}${stderr}`, { cause: error })
  }
}

/** What the programs are told: a service, a key, a request that has completed, and one that runs. */
async function world(): Promise<string[]> {
  const engine = createScriptedEngine()
  const service = await startTestService({ engine })
  const { key } = await service.join('pro')
  const begin = async () => {
    const response = await service.post(key, ask())
    return { response, id: response.headers.get('x-request-id') ?? '' }
  }
  const [first, second] = [await begin(), await begin()]
  const completing = await engine.nextRun()
  completing.complete()
  await first.response.text()
  return [service.url, key, first.id, second.id]
}

test('openapi-typescript makes types that openapi-fetch uses', async () => {
  writeFileSync(join(folder, 'api.ts'), astToString(await openapiTypeScript(JSON.parse(JSON.stringify(describeApi())))))
  copyFileSync(join(here, 'use.txt'), join(folder, 'use.ts'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  symlinkSync(join(root, 'packages/server/node_modules'), join(folder, 'node_modules'))
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022', 'DOM'],
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }))
  await run(join(root, 'node_modules/.bin/tsc'), '-p', '.')
  const told = await run(process.execPath, 'use.ts', ...(await world()))
  expect(JSON.parse(told)).toEqual([
    'completed',
    10,
    expect.stringMatching(/^(https?|urn):/),
    expect.any(Number),
    204,
    'cancelled',
    'NOT_FOUND',
    400,
    'MISSING_QUERY',
  ])
}, 60_000)

const wanted = process.env['REQUIRE_SERVICES'] === '1'

/** What the generator and the client that it makes need. */
async function hasJavaAndPython(): Promise<boolean> {
  const tries = [runFile('java', ['-version']), runFile('python3', ['-c', 'import certifi, dateutil, six, urllib3'])]
  return (await Promise.allSettled(tries)).every(({ status }) => status === 'fulfilled')
}

test.runIf(wanted || (await hasJavaAndPython()))(
  'OpenAPI Generator makes a Python client',
  async () => {
    const jar = 'node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar'
    const target = join(folder, 'python')
    await run(
      'java',
      '-jar',
      join(root, 'packages/server', jar),
      'generate',
      '-g',
      'python',
      '-i',
      description,
      '-o',
      target,
    )
    const told = await run('python3', join(here, 'use.py'), ...(await world()))
    expect(JSON.parse(told)).toEqual([
      'completed',
      10,
      expect.stringMatching(/^(https?|urn):/),
      expect.any(Number),
      204,
      'cancelled',
      'NOT_FOUND',
      'refused by the client itself',
    ])
  },
  120_000,
)
