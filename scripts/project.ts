import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'

const runFile = promisify(execFile)

/** The Node that users' programs run on: another one than that of the tests, if the environment names it. */
export const USER_NODE = process.env['USER_NODE'] || process.execPath

/** A user's project in a folder of its own. */
export interface Project {
  readonly folder: string
  /** Runs a program in it, under the user's Node; gives what it printed, and fails with that. */
  run(command: string, args: readonly string[], env?: Record<string, string>): Promise<string>
  install(...specs: readonly string[]): Promise<string>
  /** One of our packages as it would be published; gives what `install` takes. */
  packed(name: string): string
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
    packed(of) {
      const folder = inject('packed')
      const [file] = globSync(`deep-research-${of}-[0-9]*.tgz`, { cwd: folder })
      if (file === undefined) throw new Error(`packages/${of} is not built: run pnpm build first.`)
      return join(folder, file)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
