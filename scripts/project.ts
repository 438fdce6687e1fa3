import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '..')
const runFile = promisify(execFile)

/** The Node that users' programs run on: another one than that of the tests, if the environment names it. */
export const USER_NODE = process.env['USER_NODE'] || process.execPath

/** A user's project in a folder of its own. */
export interface Project {
  readonly folder: string
  /** Runs a program in it, under the user's Node; gives what it printed, and fails with that. */
  run(command: string, args: readonly string[], env?: Record<string, string>): Promise<string>
  install(...specs: readonly string[]): Promise<string>
  /** Packs one of our packages as it would be published; gives what `install` takes. */
  pack(name: string): Promise<string>
  remove(): void
}

/** An empty project whose files are ES modules. */
export function createProject(name: string): Project {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const run: Project['run'] = async (command, args, more = {}) => {
    const PATH = [dirname(USER_NODE), join(folder, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
    const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env
    try {
      const { stdout, stderr } = await runFile(command, args, {
        cwd: folder,
        env: { ...env, PATH, NO_COLOR: '1', ...more },
      })
      return stdout + stderr
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error })
    }
  }
  return {
    folder,
    run,
    install: (...specs) => run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...specs]),
    async pack(of) {
      const own = join(root, 'packages', of)
      if (!existsSync(join(own, 'dist/index.js'))) throw new Error(`packages/${of} is not built: run pnpm build first.`)
      await run('npx', ['-y', 'pnpm@12', '--dir', own, 'pack', '--out', join(folder, `${of}.tgz`)])
      return `./${of}.tgz`
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
