import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const bin = join(root, '../../node_modules/.bin')
/** A compiler takes five seconds; every night all ways to resolve the package are tried. */
const isLong = process.env['LONG'] === '1'
let project: string

/** Runs a program in the project that has installed the package. */
async function runIn(directory: string, command: string, ...args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run(command, args, { cwd: directory })
    return stdout.trim()
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error })
  }
}

function write(name: string, content: string | object): Promise<void> {
  return writeFile(join(project, name), typeof content === 'string' ? content : JSON.stringify(content))
}

/** Packs the package, which builds it where its sources changed, and installs it into an empty project. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'sdk-package-'))
  await runIn(root, 'npx', '-y', 'pnpm@12', 'pack', '--out', join(project, 'sdk.tgz'))
  await write('package.json', { name: 'user', private: true })
  const beside = ['@types/node@24.19.2', 'zod@4.6.7', 'ts5.4@npm:typescript@5.4.5', 'ts5.9@npm:typescript@5.9.3']
  const undici = ['undici7@npm:undici@7.29.1', 'undici8@npm:undici@8.12.4']
  await runIn(
    project,
    'npm',
    'install',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    './sdk.tgz',
    ...beside,
    ...undici,
  )
}, 180_000)

afterAll(() => rm(project, { recursive: true, force: true }))

const USE = `
const body = 'data: {"type":"research.completed","request_id":"r","timestamp":"t","data":{"answer":"a"}}\\n\\n'
const response = new Response(body, { headers: { 'content-type': 'text/event-stream' } })
readResearchStream(response).result().then(({ answer }) => {
  let refused
  try { new DeepResearch({ apiKey: 'k', baseURL: 'no' }) } catch (error) { refused = ConfigurationError.isInstance(error) }
  const tokens = new CiteParser().push('<cite id="x">').length
  const error = errorBodySchema.safeParse({}).success
  console.log(JSON.stringify({ answer, refused, tokens, error }))
})
`
const USED = '{"answer":"a","refused":true,"tokens":1,"error":false}'

describe('the packed package', () => {
  it('works by import', async () => {
    const names = `import { ConfigurationError, DeepResearch, readResearchStream } from '@deep-research/sdk'
import { CiteParser } from '@deep-research/sdk/citations'
import { errorBodySchema } from '@deep-research/sdk/contract'`
    await write('use.mjs', names + USE)
    expect(await runIn(project, process.execPath, 'use.mjs')).toBe(USED)
  })

  it('works by require', async () => {
    const names = `const { ConfigurationError, DeepResearch, readResearchStream } = require('@deep-research/sdk')
const { CiteParser } = require('@deep-research/sdk/citations')
const { errorBodySchema } = require('@deep-research/sdk/contract')`
    await write('use.cjs', names + USE)
    expect(await runIn(project, process.execPath, 'use.cjs')).toBe(USED)
  })

  it('recognises errors of its two builds in one program', async () => {
    await write(
      'both.mjs',
      `import { createRequire } from 'node:module'
import { ConfigurationError } from '@deep-research/sdk'
const other = createRequire(import.meta.url)('@deep-research/sdk')
const error = new other.ConfigurationError('x')
console.log(error instanceof ConfigurationError, ConfigurationError.isInstance(error))`,
    )
    expect(await runIn(project, process.execPath, 'both.mjs')).toBe('false true')
  })

  it('does not load zod but through /contract', async () => {
    await write(
      'zod.cjs',
      `const loaded = () => Object.keys(require.cache).some((path) => path.includes('/zod/'))
require('@deep-research/sdk'); require('@deep-research/sdk/citations')
const before = loaded()
require('@deep-research/sdk/contract')
console.log(before, loaded())`,
    )
    expect(await runIn(project, process.execPath, 'zod.cjs')).toBe('false true')
  })

  it('holds what it should and nothing else', async () => {
    const files = (await runIn(project, 'tar', 'tzf', 'sdk.tgz'))
      .split('\n')
      .map((path) => path.replace('package/', ''))
    const others = files.filter((path) => !/^dist\/[\w-]+\.(js|cjs|d\.ts|d\.cts)$/.test(path))
    expect(others.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'THIRD-PARTY-NOTICES', 'package.json'])
    const { exports } = JSON.parse(
      await readFile(join(project, 'node_modules/@deep-research/sdk/package.json'), 'utf8'),
    )
    expect(JSON.stringify(exports)).not.toContain('source')
  })
})

const TYPED = `import { DeepResearch, isKnownEvent, RateLimitError, type ResearchResult } from '@deep-research/sdk'
import { checkResult, toSegments } from '@deep-research/sdk/citations'
import { type Citation, researchEventSchema } from '@deep-research/sdk/contract'

export async function use(client: DeepResearch): Promise<Citation[]> {
  try {
    const stream = await client.stream({ query: 'q' })
    for await (const event of stream) {
      if (event.type === 'research.answer.delta') event.data.content.trim()
      if (!isKnownEvent(event)) event.type.trim()
      new Set<string>().add(event.type)
    }
    const result: ResearchResult = await stream.result()
    toSegments(result).map(({ text }) => text)
    return checkResult(result).length > 0 ? [] : result.citations
  } catch (error) {
    if (RateLimitError.isInstance(error)) researchEventSchema.parse(error.retryAfterMs)
    throw error
  }
}
`

describe('the types of the packed package', () => {
  const browser = { lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'], types: [] }
  const node = { lib: ['ES2022'], types: ['node'] }
  const often = [
    ['nodenext, CommonJS, Node', 'typed.cts', { module: 'nodenext', ...node }],
    ['bundler, browser', 'typed.ts', { module: 'esnext', moduleResolution: 'bundler', ...browser }],
  ] as const
  const nightly = [
    ['nodenext, ESM, Node', 'typed.mts', { module: 'nodenext', ...node }],
    ['node16, ESM, browser', 'typed.mts', { module: 'node16', ...browser }],
    ['node16, CommonJS, Node', 'typed.cts', { module: 'node16', ...node }],
  ] as const
  it.each([...often, ...(isLong ? nightly : [])])('hold: %s', { timeout: 60_000 }, async (_, file, options) => {
    const compilerOptions = { ...options, target: 'ES2022', strict: true, skipLibCheck: false, noEmit: true }
    await write(file, TYPED)
    await write('tsconfig.json', { compilerOptions, files: [file] })
    expect(await runIn(project, join(bin, 'tsc'), '-p', '.')).toBe('')
  })

  it.each(isLong ? ['ts5.4', 'ts5.9'] : ['ts5.4'])(
    'hold for older compilers: %s',
    { timeout: 60_000 },
    async (compiler) => {
      const compilerOptions = { module: 'nodenext', ...node, target: 'ES2022', noEmit: true, skipLibCheck: false }
      await write('typed.mts', TYPED)
      await write('tsconfig.json', {
        compilerOptions: { ...compilerOptions, strict: true, exactOptionalPropertyTypes: true },
        files: ['typed.mts'],
      })
      const tsc = join(project, 'node_modules', compiler, 'bin/tsc')
      expect(await runIn(project, process.execPath, tsc, '-p', '.')).toBe('')
    },
  )

  it('hold for the resolution of old', { timeout: 60_000 }, async () => {
    const old = { module: 'commonjs', moduleResolution: 'node', esModuleInterop: true }
    const compilerOptions = { ...old, ...node, target: 'ES2022', noEmit: true }
    await write('typed.ts', TYPED)
    await write('tsconfig.json', { compilerOptions: { ...compilerOptions, strict: true }, files: ['typed.ts'] })
    const tsc = join(project, 'node_modules/ts5.4/bin/tsc')
    expect(await runIn(project, process.execPath, tsc, '-p', '.')).toBe('')
  })

  it.each(['index', 'citations', 'ai', 'react', 'relay', 'types'])(
    'of %s name nothing that is to be installed',
    async (entry) => {
      for (const ending of ['d.ts', 'd.cts']) {
        const text = await readFile(join(root, 'dist', `${entry}.${ending}`), 'utf8')
        expect(text).not.toMatch(/^(im|ex)port.* from ['"](zod|eventsource-parser|ai|react|node:|\.\/contract\.)/m)
      }
    },
  )
})

describe('programs as users write them', () => {
  const programs = join(import.meta.dirname, 'programs')
  it.each(['everyday', 'proxied'])('%s compiles and runs', { timeout: 60_000 }, async (name) => {
    await copyFile(join(programs, `${name}.ts`), join(project, `${name}.mts`))
    const checks = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true }
    const compilerOptions = { module: 'nodenext', lib: ['ES2022'], types: ['node'], target: 'ES2022', ...checks }
    // The types of undici 7 and 8 are not free of errors.
    await write('tsconfig.json', {
      compilerOptions: { ...compilerOptions, skipLibCheck: true },
      files: [`${name}.mts`],
    })
    expect(await runIn(project, join(bin, 'tsc'), '-p', '.')).toBe('')
    expect(await runIn(project, process.execPath, '--no-warnings', `${name}.mts`)).toMatchSnapshot()
  })
})

describe('the size', () => {
  it('of the AI SDK stream alone is not that of its transport', async () => {
    expect(await sizeOf("export { toUIMessageStream } from '@deep-research/sdk/ai'")).toBeLessThanOrEqual(3)
  })

  it.each([
    ['.', 13.6],
    ['./citations', 8.5],
    ['./ai', 11.5],
    ['./react', 11],
    ['./relay', 2.5],
  ])('of %s is at most %d KiB', async (door, limit) => {
    expect(await sizeOf(`export * from '@deep-research/sdk${door.slice(1)}'`)).toBeLessThanOrEqual(limit)
  })

  /** KiB of a bundle, gzipped; it has nothing of zod and imports nothing but React. */
  const sizeOf = async (contents: string): Promise<number> => {
    const { outputFiles, metafile } = await build({
      stdin: { contents, resolveDir: project },
      bundle: true,
      minify: true,
      write: false,
      metafile: true,
      format: 'esm',
      platform: 'neutral',
      external: ['react'],
    })
    const inputs = Object.keys(metafile.inputs)
    expect(inputs.filter((path) => path.includes('/zod/'))).toEqual([])
    expect(
      Object.values(metafile.outputs)
        .flatMap(({ imports }) => imports)
        .filter(({ path }) => path !== 'react'),
    ).toEqual([])
    return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).byteLength / 1_024
  }
})
