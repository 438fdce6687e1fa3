import { execFile } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const run = promisify(execFile)

/** It installs and builds everything anew, which nobody's quick test run should wait for. */
const isWanted = process.env['REQUIRE_SERVICES'] === '1'

/** The instructions of a Dockerfile, each in one line. */
const instructions = read('deploy/Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
const building = instructions.slice(
  1,
  instructions.findLastIndex((line) => line.startsWith('FROM ')),
)

/** What is left out of what is copied into the image, wherever it lies. */
const ignored: readonly string[] = read('deploy/Dockerfile.dockerignore').match(/(?<=^\*\*\/).*/gm) ?? []

/** In place of Docker: `up` starts the image's program and waits for its health check, `down` ends it. */
const DOCKER = `#!/bin/sh
case "$2" in
up)
  cd "$DATA"
  deep-research serve > serve.log 2>&1 &
  echo $! > pid
  for _ in $(seq 100); do node -e "$HEALTH" && exit; sleep 0.2; done
  cat serve.log
  exit 1 ;;
exec)
  shift 4
  cd "$DATA"
  exec "$@" ;;
down) kill "$(cat "$DATA/pid")" ;;
esac
`

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

describe.skipIf(!isWanted)('the container image, built and used without containers', () => {
  let folder: string
  let environment: Record<string, string>
  const at = (path: string) => join(folder, path)

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'image-'))
    for (const name of ['build', 'programs', 'data']) mkdirSync(at(name))
    const PATH = [at('programs'), dirname(process.execPath), process.env['PATH']].join(delimiter)
    environment = { PATH, HOME: process.env['HOME'] ?? folder, CI: 'true' }
    for (const instruction of building) {
      const [, verb, rest = ''] = /^(\w+) (.*)$/.exec(instruction) ?? []
      if (verb === 'COPY') copy(rest.split(' '))
      // A pnpm is here, of the version that this runs with.
      const script = rest.replace(/npm install --global pnpm@\d+ *&& */, '').replaceAll(' /app', ` ${at('app')}`)
      if (verb === 'RUN') await run('sh', ['-c', script], { cwd: at('build'), env: environment, maxBuffer: 2 ** 26 })
    }
    const program = at('app/node_modules/@deep-research/server/dist/main.js')
    const command = `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`
    for (const [name, text] of [['docker', DOCKER] as const, ['deep-research', command] as const]) {
      writeFileSync(at(`programs/${name}`), text)
      chmodSync(at(`programs/${name}`), 0o755)
    }
  }, 600_000)

  afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000)

  function copy(paths: readonly string[]): void {
    const to = paths.at(-1) ?? ''
    for (const from of paths.slice(0, -1)) {
      const target = to.endsWith('/') ? join(to, basename(from)) : to
      const filter = (path: string) =>
        !relative(root, path)
          .split('/')
          .some((name) => ignored.includes(name))
      cpSync(join(root, from), at(join('build', target)), { recursive: true, filter })
    }
  }

  it('answers the check of the example with compose', { timeout: 120_000 }, async () => {
    const { environment: set, volumes } = parse(read('examples/docker-compose/compose.yaml')).services['deep-research']
    const [documents = ''] = volumes[0].split(':')
    const health = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(instructions.join('\n'))?.[1] ?? '[]'
    const port = await freePort()
    const filled = Object.entries<string>(set).map(([name, value]) => [name, value.replace(/\$\{\w+:-(.*)\}/, '$1')])
    const env = {
      ...{ ...environment, ...Object.fromEntries(filled), HOST: '127.0.0.1', PORT: String(port) },
      ...{ DATABASE_URL: `sqlite:${at('data/deep-research.db')}`, DATA: at('data'), HEALTH: JSON.parse(health).at(-1) },
      CORPUS: join(root, 'examples/docker-compose', documents),
    }
    const check = read('examples/docker-compose/check.sh').replaceAll(':8080', `:${port}`)
    const { stdout } = await run('sh', ['-c', check, join(root, 'examples/docker-compose/check.sh')], { env })
    expect(stdout).toMatch(/"type":"research\.completed".*Ada Morgan/)
  })

  it('holds what only many machines and traces need', () => {
    const { dependencies } = JSON.parse(read('deploy/image/package.json'))
    for (const name of Object.keys(dependencies)) {
      expect(readFileSync(at(`app/node_modules/${name}/package.json`), 'utf8')).toContain(`"name": "${name}"`)
    }
  })
})
