import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { freePort } from '../free-port.ts'
import { FAILPOINTS, type Failpoint } from './failpoints.ts'

/** A service in a process of its own that is started again and again, always at the same address. */
export interface Supervised {
  url: string
  readonly pid: number
  /**
   * Starts it, to die by itself at a failpoint that it has passed so often before. Resolves when it listens, or is
   * dead at its failpoint.
   * @throws Error with what it printed, when it ended for any other reason.
   */
  start(failpoint?: Failpoint, times?: number): Promise<void>
  /** Kills it, if it is not dead, and resolves when it is. */
  kill(): Promise<void>
  /** @throws Error with what it printed, when it ended by itself, and at no failpoint. */
  expectNoEnd(): void
  /** Asks it to end. */
  terminate(): void
  /** Lets it do nothing until `thaw`, if it is not dead. */
  freeze(): void
  thaw(): void
  /** Waits until it listens before it asks: a caller's own pauses would take most of a test's time. */
  fetch: typeof fetch
  /** Resolves when it is dead. */
  readonly dead: Promise<unknown>
}

/** Characters that are kept of what a service complains of. */
const MOST_COMPLAINTS = 10_000

export async function supervise(environment: Record<string, string>): Promise<Supervised> {
  const port = await freePort()
  const main = fileURLToPath(new URL('./fault-main.ts', import.meta.url))
  const cwd = mkdtempSync(join(tmpdir(), 'service-'))
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    PORT: String(port),
    ...environment,
  }
  let child: ChildProcess | undefined
  let complaints = ''
  const expectNoEnd = () => {
    const { exitCode = null, signalCode = null } = child ?? {}
    if (exitCode === null && (signalCode === null || signalCode === 'SIGKILL')) return
    throw new Error(`The service ended by itself, ${exitCode ?? signalCode}: ${complaints}`)
  }
  onTestFinished(() => {
    child?.kill('SIGKILL')
    rmSync(cwd, { recursive: true, force: true })
  })
  let dead: Promise<unknown> = Promise.resolve()
  let listening = Promise.withResolvers<void>()
  return {
    url: `http://127.0.0.1:${port}`,
    get pid() {
      return child?.pid ?? 0
    },
    get dead() {
      return dead
    },
    async start(failpoint, times = 0) {
      const words = failpoint === undefined ? [] : [FAILPOINTS.indexOf(failpoint), times].map(String)
      const node = [process.execPath, '--conditions=@deep-research/source', main, ...words]
      // A write beyond the limit of a file is to fail, and not to end the process.
      const started = spawn('sh', ['-c', 'trap "" XFSZ; exec "$@"', 'sh', ...node], {
        cwd,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      complaints = ''
      started.stderr.on('data', (bytes) => {
        complaints = `${complaints}${bytes}`.slice(-MOST_COMPLAINTS)
      })
      const beginning = listening
      dead = once(started, 'exit').then(() => {
        listening = Promise.withResolvers()
        // It may have died before it listened.
        listening.promise.then(() => beginning.resolve())
      })
      const listens = once(started.stdout, 'data').then(() => beginning.resolve())
      await Promise.race([listens, dead])
      expectNoEnd()
    },
    expectNoEnd,
    async fetch(...call) {
      await listening.promise
      return await fetch(...call)
    },
    terminate: () => void child?.kill('SIGTERM'),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async kill() {
      child?.kill('SIGKILL')
      await dead
    },
  }
}
