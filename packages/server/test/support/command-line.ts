import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { CliContext } from '../../src/cli/context.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { createScriptedEngine } from './scripted-engine.ts'

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
}

export interface Started {
  child: ChildProcess
  /** Resolves when standard output holds the part. */
  printed(part: string): Promise<string>
  ended: Promise<Ran>
}

/** A new folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'deep-research-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the command line in a folder, as a process of its own. `program`: what runs it. Default: with a scripted engine. */
export function start(
  folder: string,
  words: string[],
  environment: Record<string, string> = {},
  program = new URL('./scripted-main.ts', import.meta.url),
): Started {
  const main = fileURLToPath(program)
  const child = spawn(process.execPath, ['--conditions=@deep-research/source', main, ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ran: Ran = { code: null, stdout: '', stderr: '' }
  const waiting = new Set<() => void>()
  child.stdout.on('data', (chunk) => {
    ran.stdout += chunk
    for (const look of waiting) look()
  })
  child.stderr.on('data', (chunk) => {
    ran.stderr += chunk
  })
  const ended = new Promise<Ran>((resolve) => child.on('close', (code) => resolve({ ...ran, code })))
  const printed = (part: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (!ran.stdout.includes(part)) return
        waiting.delete(look)
        resolve(ran.stdout)
      }
      waiting.add(look)
      ended.then(() => reject(new Error(`ended without printing ${part}: ${ran.stderr}`)))
      look()
    })
  return { child, printed, ended }
}

/** Runs one command to its end. */
export function run(folder: string, words: string[], environment?: Record<string, string>): Promise<Ran> {
  return start(folder, words, environment).ended
}

/** Runs one command in this process, on a database in memory; asked to end from the start unless `stop` says otherwise. */
export async function runInProcess(
  words: string[],
  environment: Record<string, string | undefined> = {},
  context: Partial<CliContext> = {},
): Promise<Ran> {
  const ran: Ran = { code: null, stdout: '', stderr: '' }
  ran.code = await runCli(words, {
    stdin: Readable.from([]),
    stdout: { write: (text) => (ran.stdout += text) },
    stderr: { write: (text) => (ran.stderr += text) },
    environment: { DATABASE_URL: 'sqlite::memory:', ...environment },
    openEngine: async () => createScriptedEngine(),
    stop: AbortSignal.abort(),
    endSlowly: () => {},
    readableLog: false,
    ...context,
  })
  return ran
}
