import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FAILPOINTS, type Failpoint } from './failpoints.ts'

/** A service in a process of its own that is started again and again, always at the same address. */
export interface Supervised {
  url: string
  /** Starts it, to die by itself at a failpoint that it has passed so often before. Resolves when it listens. */
  start(failpoint?: Failpoint, times?: number): Promise<void>
  /** Kills it, if it is not dead, and resolves when it is. */
  kill(): Promise<void>
  /** Resolves when it is dead. */
  readonly dead: Promise<unknown>
}

export async function supervise(environment: Record<string, string>): Promise<Supervised> {
  const port = await freePort()
  const main = fileURLToPath(new URL('./fault-main.ts', import.meta.url))
  // Compiled once for all processes of the tests: that is most of a start.
  const compiled = join(tmpdir(), 'deep-research-tests-compiled')
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compiled, PORT: String(port), ...environment }
  let child: ChildProcess | undefined
  let dead: Promise<unknown> = Promise.resolve()
  return {
    url: `http://127.0.0.1:${port}`,
    get dead() {
      return dead
    },
    async start(failpoint, times = 0) {
      const words = failpoint === undefined ? [] : [FAILPOINTS.indexOf(failpoint), times].map(String)
      const started = spawn(process.execPath, ['--conditions=@deep-research/source', main, ...words], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child = started
      dead = once(started, 'exit')
      await Promise.race([once(started.stdout, 'data'), dead])
    },
    async kill() {
      child?.kill('SIGKILL')
      await dead
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
